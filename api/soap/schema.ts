import type { Field, ObjectShape, Shape } from "../offered/shape.ts";
import type { SoapOperation } from "./soap-operations.ts";
import { escapeXml } from "./write-xml.ts";
import { namespaces } from "./xml-element.ts";

// Any JSON value: one of these, or nothing at all for null. Text may also stand alone.
const valueTypes = `<xs:complexType name="Value"><xs:choice minOccurs="0">
<xs:element name="text" type="xs:string"/><xs:element name="number" type="xs:double"/><xs:element name="flag" type="xs:boolean"/>
<xs:element name="list" type="tns:ValueList"/><xs:element name="object" type="tns:ValueObject"/></xs:choice></xs:complexType>
<xs:complexType name="ValueList"><xs:sequence><xs:element name="item" type="tns:Value" nillable="true" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
<xs:complexType name="ValueEntry"><xs:complexContent><xs:extension base="tns:Value"><xs:attribute name="name" type="xs:string" use="required"/></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="ValueObject"><xs:sequence><xs:element name="entry" type="tns:ValueEntry" nillable="true" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`;

const faultType = `<xs:element name="fault"><xs:complexType><xs:sequence><xs:element name="code" type="xs:string"/><xs:element name="message" type="xs:string"/></xs:sequence></xs:complexType></xs:element>`;

const plain = {
  text: "xs:string",
  secret: "xs:string",
  integer: "xs:long",
  number: "xs:double",
  flag: "xs:boolean",
  moment: "xs:dateTime",
  any: "tns:Value",
} as const satisfies Record<Exclude<Shape["kind"], "list" | "object">, string>;

/**
 * Returns the schema of all messages.
 * @throws TypeError if two different types have one name
 */
export function messageSchema(operations: readonly SoapOperation[]): string {
  const types = new Map<string, string>();
  const elements = operations.flatMap(({ name, input, output }) => [
    messageElement(name, contentOf(input, types)),
    messageElement(`${name}Response`, contentOf(output, types)),
  ]);
  const named = [...types].map(([name, content]) => `<xs:complexType name="${name}">${content}</xs:complexType>`);
  return `<xs:schema targetNamespace="${namespaces.own}" elementFormDefault="qualified">
${[valueTypes, faultType, ...named, ...elements].join("\n")}
</xs:schema>`;
}

const messageElement = (name: string, content: string) =>
  `<xs:element name="${name}"><xs:complexType>${content}</xs:complexType></xs:element>`;

function contentOf({ fields }: ObjectShape, types: Map<string, string>): string {
  const elements = Object.entries(fields).map(([name, field]) => elementOf(name, field, types));
  return `<xs:sequence>${elements.join("")}</xs:sequence>`;
}

function elementOf(
  name: string,
  { shape, required, nullable, description }: Field,
  types: Map<string, string>,
): string {
  const attributes = `name="${name}"${required ? "" : ' minOccurs="0"'}${nullable ? ' nillable="true"' : ""}`;
  const said = description === undefined ? "" : documentation(description);
  return typed(attributes, shape, { said, types });
}

const documentation = (text: string) =>
  `<xs:annotation><xs:documentation>${escapeXml(text)}</xs:documentation></xs:annotation>`;

interface Surroundings {
  readonly said: string;
  readonly types: Map<string, string>;
}

function typed(attributes: string, shape: Shape, { said, types }: Surroundings): string {
  if (shape.kind === "list") {
    const item = typed('name="item" minOccurs="0" maxOccurs="unbounded"', shape.of, { said: "", types });
    return `<xs:element ${attributes}>${said}<xs:complexType><xs:sequence>${item}</xs:sequence></xs:complexType></xs:element>`;
  }
  if (shape.kind === "object" && shape.name === undefined)
    return `<xs:element ${attributes}>${said}<xs:complexType>${contentOf(shape, types)}</xs:complexType></xs:element>`;
  const members = shape.kind === "text" ? shape.members : undefined;
  if (members !== undefined) return `<xs:element ${attributes}>${said}${enumerated(members)}</xs:element>`;
  const type = shape.kind === "object" ? namedType(shape, types) : plain[shape.kind];
  return said === ""
    ? `<xs:element ${attributes} type="${type}"/>`
    : `<xs:element ${attributes} type="${type}">${said}</xs:element>`;
}

function enumerated(members: readonly string[]): string {
  const values = members.map((member) => `<xs:enumeration value="${escapeXml(member)}"/>`);
  return `<xs:simpleType><xs:restriction base="xs:string">${values.join("")}</xs:restriction></xs:simpleType>`;
}

function namedType(shape: ObjectShape, types: Map<string, string>): string {
  const { name = "" } = shape;
  const content = contentOf(shape, types);
  const known = types.get(name);
  if (known !== undefined && known !== content) throw new TypeError(`two types of SOAP are called ${name}`);
  types.set(name, content);
  return `tns:${name}`;
}
