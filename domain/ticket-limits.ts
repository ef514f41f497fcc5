/** Most ticket systems. */
export const ticketSystemsMax = 50;
/** Seconds by which the time of a callback may differ from ours. */
export const ticketCallbackToleranceSeconds = 300;
/** Bytes of a callback. */
export const ticketCallbackBodyMaxBytes = 16 * 1024;
/** Characters of the ID of a ticket in its system. */
export const ticketIdMaxCharacters = 190;
/** Characters of the words with which a ticket is closed. */
export const ticketWordsMaxCharacters = 2_000;
/** Characters of the address of a ticket in its system. */
export const ticketAddressMaxCharacters = 2_000;
/** Hours for which the secret before a rotation is also accepted, unless the caller says otherwise. */
export const ticketSecretOverlapHours = 24;
/** Most such hours. */
export const ticketSecretOverlapHoursMax = 168;
