/**
 * What the command line asks `/api/admin/` for: not just the JSON value of a command, but its lines,
 * notes and exit code too.
 */
export const OUTCOME_TYPE = "application/vnd.oshibase.outcome+json";
