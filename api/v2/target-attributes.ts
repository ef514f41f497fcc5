import type { StructuredType } from "../odata/structured-type.ts";

const values: StructuredType = { name: "TargetAttributes", properties: {}, open: true };

/** Attributes by their names on the target, each a value or a list; afterwards they are read by the navigation of the same name. */
export const targetAttributes: StructuredType["properties"] = { attributes: { type: values, nullable: true } };
