/** Days for which notices, and the emails that bring them, are kept. */
export const noticesKeptDays = 90;
/** Characters of an email address (RFC 5321, 4.5.3.1.3). */
export const mailAddressMaxCharacters = 254;
/** Characters of a language. */
export const languageMaxCharacters = 35;
/** Characters of a value in an email; a longer one is cut. */
export const mailValueMaxCharacters = 500;
/** Characters of the subject of an email; a longer one is cut. */
export const mailSubjectMaxCharacters = 200;
/** Bytes of a file of texts. */
export const mailTextsMaxBytes = 1024 * 1024;
/** Characters of the message of a mail server, as it is kept. */
export const mailErrorMaxCharacters = 400;
/** Milliseconds between two sweeps for notices that emails have to bring. */
export const noticeGatherMs = 1_000;
/** Notices of one digest; more of them make another one. */
export const digestNoticesMax = 100;
/** Milliseconds for which notices about requests of batches gather, before a mail tells them together. */
export const batchNoticesGatherMs = 60_000;
/** Emails that one activity sends before the workflow computes the next step. */
export const mailsAtOnceMax = 20;
/** Milliseconds for the connection to a mail server, and for its greeting. */
export const mailConnectionMs = 10_000;
/** Milliseconds of a mail server's silence after which an email counts as not sent. */
export const mailSilenceMs = 30_000;
/** Milliseconds between two checks for a mail server, while emails wait for one. */
export const mailServerWaitMs = 60_000;
/** Seconds to wait before each retry of an email, or of a mail server. */
export const mailRetryIntervalsSeconds = [5, 30, 120, 600, 1800] as const;
/** Hours for which an email is retried (RFC 5321, 4.5.4.1: four to five days). */
export const mailGiveUpHours = 120;
/** Last hour of a day. */
export const hourMax = 23;
/** Hour at which digests are sent. */
export const digestHour = 8;
