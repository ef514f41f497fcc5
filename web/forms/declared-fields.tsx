import { Fragment, type ReactNode } from "react";

import type { DeclaredProperty, DeclaredResource, Occasion, PropertyName } from "../api/declared-property.ts";
import { type SayDeclared, useDeclaredText } from "../messages/declared-text.ts";
import { type Say, useText } from "../messages/text.ts";
import { DeclaredInput, type DeclaredFieldProps, type DeclaredInputKind } from "./declared-input.tsx";
import { type EnteredValues, writableOf } from "./declared-values.ts";
import type { FieldValue } from "./field-value.ts";
import { fieldFault } from "./text-faults.ts";

/** Exceptions of a form from the declaration of its resource, by the names of properties. */
export interface FieldExceptions<Of extends DeclaredResource> {
  /** The only properties that are shown; all by default. */
  readonly only?: readonly PropertyName<Of>[];
  /** Properties that stand elsewhere on the page. */
  readonly leftOut?: readonly PropertyName<Of>[];
  /** Fields with an input of their own. */
  readonly own?: {
    readonly [Name in PropertyName<Of>]?: (field: DeclaredFieldProps) => ReactNode;
  };
}

interface DeclaredFieldsProps<Of extends DeclaredResource> extends FieldExceptions<Of> {
  readonly of: Of;
  readonly on: Occasion;
  readonly entered: EnteredValues;
  /** The object that is changed. */
  readonly row?: object | undefined;
  /** Error of the refused call; each field shows what is said of it. */
  readonly error: unknown;
  readonly isReadOnly?: boolean;
  change(changed: EnteredValues): void;
}

/** Fields for all properties that callers write on an occasion, each with its label, its help and the error about it. */
export function DeclaredFields<Of extends DeclaredResource>(props: DeclaredFieldsProps<Of>) {
  const { of, on, only, leftOut = [], own = {}, isReadOnly = false, entered, row, error, change } = props;
  const say = useText();
  const sayDeclared = useDeclaredText();
  const unshown = new Set<unknown>(leftOut);
  const shown = only === undefined ? undefined : new Set<unknown>(only);
  const fields = writableOf(of, on).filter(([name]) => !unshown.has(name) && (shown?.has(name) ?? true));
  const ownOf = own as Readonly<Record<string, ((field: DeclaredFieldProps) => ReactNode) | undefined>>;
  return fields.map(([name, property]) => {
    const waits = property.waits === true;
    const help = waits ? say("field.waits") : sayDeclared(of, name, ".help");
    const field = {
      id: `${of.name}-${name}`,
      label: sayDeclared(of, name) ?? name,
      help,
      fault: fieldFault(error, name, say),
      isRequired: property.required === true && property.kind !== "flag",
      isDisabled: isReadOnly || waits,
      input: inputOf({ of, name, property, say, sayDeclared }),
      value: entered[name],
      change: (value: FieldValue) => change({ [name]: value === "" && property.nullable === true ? null : value }),
    };
    const usual = () => <DeclaredInput {...field} property={property} row={row} />;
    return <Fragment key={name}>{(ownOf[name] ?? usual)(field)}</Fragment>;
  });
}

interface InputTerms {
  readonly of: DeclaredResource;
  readonly name: string;
  readonly property: DeclaredProperty;
  readonly say: Say;
  readonly sayDeclared: SayDeclared;
}

function inputOf({ of, name, property, say, sayDeclared }: InputTerms): DeclaredInputKind {
  const { kind, members = [], nullable = false, min, max } = property;
  const choices = members.map((value) => ({ value, label: sayDeclared(of, name, `.${value}`) ?? value }));
  const none = nullable ? [{ value: "", label: say("value.none") }] : [];
  if (kind === "member") return { is: "choice", choices: [...none, ...choices] };
  if (kind === "members") return { is: "several", choices };
  if (kind === "number") return { is: "number", ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  return { is: inputs[kind] };
}

const inputs = {
  text: "text",
  longText: "area",
  sealed: "password",
  flag: "flag",
  time: "time",
  texts: "lines",
  structure: "area",
} as const satisfies Partial<Record<DeclaredProperty["kind"], DeclaredInputKind["is"]>>;
