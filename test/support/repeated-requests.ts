/** Settings under which tests request the same thing again and again; tests of the bounds themselves set their own. */
export const repeatedRequests = { SAME_REQUESTS_OPEN: "1000", REQUESTS_OPEN_PER_PERSON: "100000" } as const;
