/** Bytes of the form that brings the answer of an identity provider; its XML is smaller. */
export const samlFormMaxBytes = 256 * 1024;
/** Characters of a file of metadata. */
export const samlMetadataMaxCharacters = 1024 * 1024;
/** Largest nesting depth of SAML elements. */
export const samlDepthMax = 16;
/** Elements of one answer: the check of its signatures looks at each of them several times. */
export const samlElementsMax = 500;
/** Elements of a file of metadata. */
export const samlMetadataElementsMax = 10_000;
/** Attributes of all elements of one answer. */
export const samlAttributesMax = 1500;
/** Answers of identity providers that may wait to be judged. */
export const samlQueueMax = 64;
/** Attributes of one element, namespace declarations included. */
export const samlElementAttributesMax = 15;
/** Bytes of a RelayState (specification 5: fewer than 80); one of ours has 32. */
export const relayStateMaxBytes = 79;
/** Random bytes of a RelayState, which are 32 characters. */
export const relayStateRandomBytes = 24;
/** Minutes for which an assertion is accepted, regardless of its own validity. */
export const assertionAgeMaxMinutes = 10;
/** Identity providers of one installation. */
export const samlProvidersMax = 100;
/** Certificates of one identity provider: old and new keys stand side by side, and federations publish more. */
export const samlCertificatesMax = 16;
/** Characters of a certificate. */
export const samlCertificateMaxCharacters = 8192;
/** Bits of the key of a certificate. */
export const samlKeyBitsMin = 2048;
/** Characters of the entity ID of an identity provider, or of the service to it. */
export const samlEntityIdMaxCharacters = 400;
/** Seconds by which the clock of an identity provider may be off, if its row does not name them. */
export const usualClockSkewSeconds = 30;
/** Largest number of seconds by which it may be off. */
export const clockSkewSecondsMax = 300;
