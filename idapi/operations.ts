/**
 * Every operation, by its capability and its verb: `users.endSession({ … })`. In the published package each one has the
 * types of its input and of its answer, which are generated from the table of offered operations.
 */
export type Operations = Readonly<Record<string, Readonly<Record<string, (input?: object) => Promise<unknown>>>>>;
