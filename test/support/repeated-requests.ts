/** Settings under which tests repeat the same request; tests of these limits set their own. */
export const repeatedRequests = { SAME_REQUESTS_OPEN: "1000", REQUESTS_OPEN_PER_PERSON: "100000" } as const;
