/** An attribute as a schema declares it (RFC 7643 section 7). */
export interface SchemaAttribute {
  readonly name: string;
  readonly type?: string;
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: string;
  readonly returned?: string;
  readonly canonicalValues?: readonly string[];
  readonly subAttributes?: readonly SchemaAttribute[];
}

const urn = "urn:ietf:params:scim:schemas";

/** Schema of users. */
export const userSchema = `${urn}:core:2.0:User`;
/** Schema of groups. */
export const groupSchema = `${urn}:core:2.0:Group`;
/** Extension for users of companies. */
export const enterpriseSchema = `${urn}:extension:enterprise:2.0:User`;

type More = Omit<SchemaAttribute, "name">;

const texts = (...names: readonly string[]): SchemaAttribute[] => names.map((name) => ({ name, type: "string" }));
const complex = (name: string, subAttributes: readonly SchemaAttribute[], more: More = {}): SchemaAttribute => ({
  name,
  type: "complex",
  subAttributes,
  ...more,
});
const values = (name: string, type = "string"): SchemaAttribute =>
  complex(name, [{ name: "value", type }, ...texts("display", "type"), { name: "primary", type: "boolean" }], {
    multiValued: true,
  });
const references = (name: string, more: More = {}): SchemaAttribute =>
  complex(name, [...texts("value", "display", "type"), { name: "$ref", type: "reference" }], {
    multiValued: true,
    ...more,
  });

/** Attributes of the schemas of RFC 7643 (sections 4 and 8.7), by URI; for services that do not show theirs. */
export const coreSchemas: Readonly<Record<string, readonly SchemaAttribute[]>> = {
  [userSchema]: [
    { name: "userName", type: "string", required: true },
    complex("name", texts("formatted", "familyName", "givenName", "middleName", "honorificPrefix", "honorificSuffix")),
    ...texts("displayName", "nickName", "title", "userType", "preferredLanguage", "locale", "timezone"),
    { name: "profileUrl", type: "reference" },
    { name: "active", type: "boolean" },
    { name: "password", type: "string", mutability: "writeOnly", returned: "never" },
    ...["emails", "phoneNumbers", "ims", "entitlements", "roles"].map((name) => values(name)),
    values("photos", "reference"),
    values("x509Certificates", "binary"),
    references("groups", { mutability: "readOnly" }),
  ],
  [groupSchema]: [{ name: "displayName", type: "string", required: true }, references("members")],
  [enterpriseSchema]: [
    ...texts("employeeNumber", "costCenter", "organization", "division", "department"),
    complex("manager", [
      ...texts("value"),
      { name: "$ref", type: "reference" },
      { name: "displayName", type: "string", mutability: "readOnly" },
    ]),
  ],
};
