/** Bytes of the form that brings the answer of an identity provider; its XML is smaller. */
export const samlFormMaxBytes = 256 * 1024;
/** Characters of a file of metadata. */
export const samlMetadataMaxCharacters = 1024 * 1024;
/** How deep the elements of SAML may lie in each other. */
export const samlDepthMax = 16;
/** Elements of one answer: what checks its signatures looks at each of them several times. */
export const samlElementsMax = 500;
/** Elements of a file of metadata. */
export const samlMetadataElementsMax = 10_000;
/** Attributes of all elements of one answer. */
export const samlAttributesMax = 1500;
/** Answers of identity providers that may wait to be judged. */
export const samlQueueMax = 64;
/** Attributes of one element, names of spaces among them. */
export const samlElementAttributesMax = 15;
/** Bytes of a RelayState (specification 5: fewer than 80); one of ours has 32. */
export const relayStateMaxBytes = 79;
/** Random bytes of a RelayState, which are 32 characters. */
export const relayStateRandomBytes = 24;
/** Minutes for which an assertion is taken, however long it says that it is good. */
export const assertionAgeMaxMinutes = 10;
/** Identity providers of one installation. */
export const samlProvidersMax = 100;
/** Certificates of one identity provider: old and new keys stand side by side, and federations publish more. */
export const samlCertificatesMax = 16;
/** Characters of a certificate. */
export const samlCertificateMaxCharacters = 8192;
/** Bits of the key of a certificate. */
export const samlKeyBitsMin = 2048;
/** Characters by which an identity provider, or we to it, are named. */
export const samlEntityIdMaxCharacters = 400;
/** Seconds by which the clock of an identity provider may be off, where its row does not say it. */
export const usualClockSkewSeconds = 30;
/** Seconds by which it may be off at most. */
export const clockSkewSecondsMax = 300;
