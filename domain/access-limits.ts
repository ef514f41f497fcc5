/** Longest access with an end that a request may ask for, in hours: ten years. */
export const accessHoursMax = 87_600;
/** Milliseconds until the service tries again to end access that could not be ended. */
export const accessEndPauseMs = 60 * 60 * 1000;
/** Milliseconds until access is looked at again whose end must wait for another operation about the same thing. */
export const accessEndWaitMs = 60 * 1000;
/** Hours before the end of access at which its holder is told. */
export const accessEndNoticeHours = 168;
