/** ID of the first-party client that every installation has, for the command line, the page of the API and examples; it has no secret. */
export const ownClientId = "gatehouse";
