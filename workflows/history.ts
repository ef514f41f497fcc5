/** Events after which a workflow goes on in a new run: far below the server's limit, so that a replay stays short. */
export const historyEventsMax = 2000;
