import sax from "sax";
import { describe, expect, it } from "vitest";

import type { Shape } from "../offered/shape.ts";
import { messageSchema } from "./schema.ts";
import { type SoapOperation, soapOperations } from "./soap-operations.ts";

/** Returns the name that a generator of Java gives the class of a type, after its element or its own name. */
const className = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");

interface Surrounding {
  readonly name: string;
  isClass: boolean;
}

/** The classes of a schema that Java cannot have: two at the top of one name, and one within another of its own name. */
function clashesIn(schema: string): string[] {
  const around: (Surrounding | undefined)[] = [];
  const top = new Set<string>();
  const clashes: string[] = [];
  const parser = sax.parser(true);
  parser.onopentag = ({ name: tag, attributes }) => {
    const { name } = attributes as Readonly<Record<string, string>>;
    const own = name === undefined ? undefined : { name: className(name), isClass: tag === "xs:complexType" };
    const outer = around.findLast((one) => one !== undefined);
    if (tag === "xs:complexType" && own === undefined && outer !== undefined) {
      const enclosing = around.filter((one) => one?.isClass === true && one !== outer);
      if (enclosing.some((one) => one?.name === outer.name)) clashes.push(path(around));
      outer.isClass = true;
    }
    if (around.length === 1 && own !== undefined && (tag === "xs:complexType" || attributes["type"] === undefined)) {
      if (top.has(own.name)) clashes.push(own.name);
      top.add(own.name);
    }
    around.push(own);
  };
  parser.onclosetag = () => void around.pop();
  parser.write(schema.replace("<xs:schema", '<xs:schema xmlns:xs="x" xmlns:tns="t"')).close();
  return clashes;
}

const path = (around: readonly (Surrounding | undefined)[]) => around.flatMap((one) => one?.name ?? []).join(".");

const text: Shape = { kind: "text" };
const rowsOf = (shape: Shape, name?: string): Shape => {
  const fields = { rows: { shape, required: true, nullable: false } };
  return { kind: "list", of: { kind: "object", ...(name === undefined ? {} : { name }), fields } };
};
const operation = (shape: Shape, name = "rowsCreate"): SoapOperation => ({
  name,
  about: "",
  runs: "login",
  input: {
    kind: "object",
    fields: {
      tables: {
        shape,
        required: true,
        nullable: false,
      },
    },
  },
  output: {
    kind: "object",
    fields: {},
  },
});

describe("the types of SOAP, as classes of Java", () => {
  it("are classes that there can be", () => {
    expect(clashesIn(messageSchema(soapOperations))).toEqual([]);
  });

  it("have names of their own where a list stands in a list", () => {
    expect(clashesIn(messageSchema([operation(rowsOf(rowsOf(text)))]))).toEqual(["RowsCreate.Tables.Item.Rows.Item"]);
    expect(clashesIn(messageSchema([operation(rowsOf(rowsOf(text, "Row"), "Table"))]))).toEqual([]);
  });

  it("have other names than the messages", () => {
    expect(clashesIn(messageSchema([operation(rowsOf(text, "RowsCreate"))]))).toEqual(["RowsCreate"]);
  });
});
