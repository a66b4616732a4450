/** Makes the id of a request, of which a proxy may have made one: the value of its `X-Request-Id`. */
export type RequestIds = (fromProxy?: string | null) => string;

const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;

/** What all credentials of this program have in common: a caller may have put one into a wrong header. */
const CREDENTIAL_MARK = "-osb_";

/**
 * Numbers the requests of this process, whose name no other process has. An id of a proxy is kept where
 * it has 1 to 64 of the characters `A-Z a-z 0-9 . _ -`.
 */
export function createRequestIds(processName: string): RequestIds {
  let count = 0;
  return (fromProxy) => {
    if (fromProxy && WELL_FORMED.test(fromProxy) && !fromProxy.includes(CREDENTIAL_MARK)) {
      return fromProxy;
    }
    return `${processName}-${++count}`;
  };
}
