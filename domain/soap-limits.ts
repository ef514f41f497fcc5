/** Elements of a message of SOAP inside each other. */
export const soapDepthMax = 64;
/** Characters `<`, `&` and `]` of one message of SOAP, which cost a parser extra work; a whole element has two. */
export const soapMarkupMax = 20_000;
/** Attributes of one message of SOAP together. */
export const soapAttributesMax = 20_000;
/** Attributes of one element. */
export const soapElementAttributesMax = 64;
/** Bytes of a message that are read before other calls get their turn. */
export const soapSliceBytes = 32 * 1024;
