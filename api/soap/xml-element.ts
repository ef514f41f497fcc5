/** The namespaces that messages name. */
export const namespaces = {
  envelope: "http://schemas.xmlsoap.org/soap/envelope/",
  instance: "http://www.w3.org/2001/XMLSchema-instance",
  /** That of the service's own messages and types. */
  own: "urn:gatehouse:idapi",
} as const;

/** An element of a message, with its names resolved. */
export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  /** Values by local name; those of the two namespaces of SOAP have `xsi:` or `soap:` in front, whatever prefix was given. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly in it, as it is written. */
  readonly text: string;
}

/** Whether an element says that it has no value. */
export function isNil({ attributes }: XmlElement): boolean {
  return ["true", "1"].includes((attributes.get("xsi:nil") ?? "").trim());
}
