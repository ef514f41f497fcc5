/** Elements of a message of SOAP inside each other. */
export const soapDepthMax = 64;
/** Elements of one message of SOAP. */
export const soapElementsMax = 20_000;
/** Attributes of one message of SOAP together. */
export const soapAttributesMax = 20_000;
/** Attributes of one element. */
export const soapElementAttributesMax = 64;
/** Bytes of a message that are read before other calls get their turn. */
export const soapSliceBytes = 32 * 1024;
