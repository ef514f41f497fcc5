/** Minutes after its acceptance for which the password that the service makes for a task can be shown. */
export const taskPasswordMinutes = 60;
