/**
 * Goes once around the client, in whatever runtime, and returns what it saw, as JSON has it. It takes
 * the address of `index.js`, that of the service, a fast key, a slow one, and the address of a service
 * that loses the connection of every second request.
 */
export async function tour(index, baseUrl, key, slowKey, lossyUrl) {
  const { createClient, OshibaseError } = await import(index);

  /** What it is refused with. */
  async function refusalOf(promise) {
    try {
      await promise;
    } catch (error) {
      if (!(error instanceof OshibaseError)) return String(error);
      const { status, type, message, hint, retryAfter, requestId, rateLimit } = error;
      return { status, type, message, hint, retryAfter, requestId, rateLimit };
    }
  }

  const statuses = [];
  async function countingFetch(...request) {
    const response = await fetch(...request);
    statuses.push(response.status);
    return response;
  }

  const infos = [];
  const onResponse = (info) => infos.push(info);
  const client = createClient({ baseUrl, key, fetch: countingFetch, onResponse });
  const { bare, wrapped, group, v1 } = client;
  const seen = {};

  seen.members = await bare("groupa").members({ status: "active" });
  seen.again = await bare("groupa").members({ status: "active" });
  seen.statuses = statuses.splice(0);
  seen.infos = infos.splice(0);
  seen.families = [(await group("groupa")).family, (await group("groupb")).family];
  seen.schedule = await wrapped("groupb").schedule({ status: "upcoming" });
  seen.birthdays = await v1().birthdaysUpcoming({ days: 30, timezone: "Asia/Tokyo" });
  seen.key = await client.key();
  seen.detail = await bare("groupa").memberByName({ name: seen.members[0].name });

  seen.shows = (await bare("groupa").theater()).map(({ id }) => id);
  seen.pages = [];
  for await (const page of bare("groupa").theaterPages({ perpage: 2 })) {
    seen.pages.push(page.theater.map(({ id }) => id));
  }
  seen.wrappedPages = 0;
  for await (const page of wrapped("groupb").newsPages({ perpage: 1 })) {
    seen.wrappedPages += page.data.length;
  }

  for await (const told of bare("groupa").liveStream()) {
    seen.told = told;
    break;
  }
  const leave = new AbortController();
  seen.aborted = await refusalOf((async () => {
    for await (const { event } of bare("groupa").liveStream({}, { signal: leave.signal })) {
      setTimeout(() => leave.abort(new Error(`left after ${event}`)), 1);
    }
  })());

  seen.refusals = {
    bare: await refusalOf(createClient({ baseUrl, key: "J-osb_wrong" }).bare("groupa").members()),
    v1: await refusalOf(createClient({ baseUrl }).key()),
    parameter: await refusalOf(v1().birthdaysUpcoming({ days: 1000 })),
    item: await refusalOf(bare("groupa").show({ id: "no/such show" })),
    group: await refusalOf((async () => await bare("..").members())()),
    empty: await refusalOf(bare("groupa").newsById({ id: "" })),
    wrongFamily: await refusalOf(bare("groupb").theater({ page: 1 })),
    wrongEndpoint: await refusalOf(wrapped("groupa").birthdays()),
  };

  const lossy = createClient({ baseUrl: lossyUrl }).bare("a");
  seen.lossy = [];
  for (let round = 0; round < 3; round++) seen.lossy.push(...await lossy.members());

  // Each asks something else: a browser would ask once for what is the same.
  let asked = 0;
  const burst = (client, outcome) =>
    Promise.all(
      Array.from({ length: 50 }, () => outcome(client.bare("groupa").members({ q: `${asked++}` }))),
    );
  const slow = { baseUrl, key: slowKey, fetch: countingFetch };
  statuses.length = 0;
  while (!statuses.includes(429)) {
    const answers = await burst(createClient(slow), (call) => call);
    seen.answered = answers.filter(Array.isArray).length;
  }
  while (seen.hasty === undefined) {
    const refused = await burst(createClient({ ...slow, maxWaitSeconds: 0 }), refusalOf);
    seen.hasty = refused.find((refusal) => refusal !== undefined);
  }
  return seen;
}
