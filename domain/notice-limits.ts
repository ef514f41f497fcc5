/** Days for which notices, and the mails that bring them, are kept. */
export const noticesKeptDays = 90;
/** Characters of a mail address (RFC 5321, 4.5.3.1.3). */
export const mailAddressMaxCharacters = 254;
/** Characters of a language. */
export const languageMaxCharacters = 35;
/** Characters of a value in a mail; what is longer is cut. */
export const mailValueMaxCharacters = 500;
/** Characters of the subject of a mail; what is longer is cut. */
export const mailSubjectMaxCharacters = 200;
/** Bytes of a file of texts. */
export const mailTextsMaxBytes = 1024 * 1024;
/** Characters of what a mail server said, as it is kept. */
export const mailErrorMaxCharacters = 400;
/** Time between two looks for notices that mails have to bring. */
export const noticeGatherMs = 1_000;
/** Notices that one digest brings; more of them make another one. */
export const digestNoticesMax = 100;
/** Mails that are sent before it is noted anew what is due. */
export const mailsAtOnceMax = 20;
/** Time for the connection to a mail server, and for its greeting. */
export const mailConnectionMs = 10_000;
/** Time without a sign of a mail server after which a mail counts as not sent. */
export const mailSilenceMs = 30_000;
/** Time between two looks whether a mail server is set, while mails wait for one. */
export const mailServerWaitMs = 60_000;
/** Waits before further tries of a mail, or of a mail server. */
export const mailRetryIntervalsSeconds = [5, 30, 120, 600, 1800] as const;
/** Time for which a mail is tried (RFC 5321, 4.5.4.1: four to five days). */
export const mailGiveUpHours = 120;
/** The last hour of a day. */
export const hourMax = 23;
/** The hour at which digests are sent. */
export const digestHour = 8;
