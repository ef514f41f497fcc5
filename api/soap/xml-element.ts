/** Namespaces that messages name. */
export const namespaces = {
  envelope: "http://schemas.xmlsoap.org/soap/envelope/",
  instance: "http://www.w3.org/2001/XMLSchema-instance",
  /** Namespace of the service's own messages and types. */
  own: "urn:gatehouse:idapi",
} as const;

/** An element of a message, with its names resolved. */
export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  /** Values by local name. Names of the two SOAP namespaces have `xsi:` or `soap:` in front, whatever prefix was given. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Text directly inside, as written. */
  readonly text: string;
}

/** Reports whether an element states that it has no value. */
export function isNil({ attributes }: XmlElement): boolean {
  return ["true", "1"].includes((attributes.get("xsi:nil") ?? "").trim());
}
