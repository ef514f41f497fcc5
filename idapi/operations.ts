/**
 * Every operation, by its capability and its verb: `users.endSession({ … })`. In the published package each one stands with the types of
 * its input and of its answer, which are written from the table of what is offered.
 */
export type Operations = Readonly<Record<string, Readonly<Record<string, (input?: object) => Promise<unknown>>>>>;
