import { X509Certificate } from "node:crypto";

import { parseRule } from "#domain/requests/phase-rules/parse-rule.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import { compileCondition } from "#policies/compile-condition.ts";
import { phaseFields } from "#policies/phase-fields.ts";

/** Functions that bring a text into the form in which the service keeps it, so that other ways to write it are no difference. */
export const textForms = {
  /** A text whose surrounding blanks mean nothing. */
  trimmed: (text: string) => text.trim(),
  /** A rule of a phase, in the one way in which the service prints it. */
  rule(text: string): string {
    const read = parseRule(text, (condition) => compileCondition(condition, phaseFields));
    // The service says what is wrong with it.
    return "rule" in read ? printRule(read.rule) : text;
  },
  /** A certificate, which may be written with or without its frame. */
  certificate(text: string): string {
    const body = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, "");
    try {
      return new X509Certificate(Buffer.from(body, "base64")).toString();
    } catch {
      return text;
    }
  },
} as const satisfies Readonly<Record<string, (text: string) => string>>;

/** Name of a form of texts. */
export type TextForm = keyof typeof textForms;

/** Forms of properties by their names, where the resource does not tell it. */
const formsOfNames: Readonly<Record<string, TextForm>> = {
  description: "trimmed",
  displayName: "trimmed",
  condition: "trimmed",
  mappedAttribute: "trimmed",
  rule: "rule",
  certificates: "certificate",
};

/** Returns the form of a text property; undefined if it is kept as it is written. */
export function textFormOf(name: string, format: string | undefined): TextForm | undefined {
  return Object.hasOwn(formsOfNames, name) ? formsOfNames[name] : format === "filled" ? "trimmed" : undefined;
}
