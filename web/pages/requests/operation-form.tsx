import { Button, FormSection } from "@patternfly/react-core";
import { useState } from "react";

import { familyOf, type OperationCode } from "#domain/requests/operation-codes.ts";

import type { Account, CatalogueField, CatalogueFormField, RequestOperation } from "../../api/model.ts";
import { TextField } from "../../components/text-field.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { ItemForm } from "../../forms/item-form.tsx";
import { operationLine } from "../../messages/request-words.ts";
import { useText } from "../../messages/text.ts";
import { definitionOf } from "../ask/operations-of.ts";
import { enteredBefore, faultKey, fieldOf, formBefore, formFault, type OperationDraft } from "./operation-draft.ts";

interface OperationFormProps {
  readonly operation: RequestOperation;
  readonly draft: OperationDraft;
  /** Attributes that are defined for the object of the operation. */
  readonly fields: readonly CatalogueField[];
  /** Fields of the form of the item that the operation gives. */
  readonly formFields: readonly CatalogueFormField[];
  /** Accounts of the recipient, as far as the reader may see them. */
  readonly accounts: readonly Account[];
  /** Error texts of the API about attributes, by `faultKey`. */
  readonly faults: ReadonlyMap<string, string>;
  change(draft: OperationDraft): void;
}

/** Fields of an operation that can be edited: its account, if there are several, the form of its item and its attributes. */
export function OperationForm({ operation, draft, fields, formFields, accounts, faults, change }: OperationFormProps) {
  const say = useText();
  const { sequence, code } = operation;
  const entered = { ...enteredBefore(operation, fields), ...draft.typed };
  const names = Object.keys(entered);
  const type = (name: string, text: string) => change({ ...draft, typed: { ...draft.typed, [name]: text } });
  return (
    <FormSection
      titleElement="h2"
      title={say("edit.operation", {
        number: sequence,
        operation: operationLine(operation, say),
      })}
    >
      <AccountChoice operation={operation} draft={draft} accounts={accounts} change={change} />
      <ItemForm
        id={`edit-form-${sequence}`}
        fields={formFields}
        entered={draft.form ?? formBefore(operation)}
        faults={new Map(formFields.flatMap(({ name }) => formFaultOf(faults, sequence, name)))}
        change={(form) => change({ ...draft, form })}
      />
      {names.map((name) => (
        <AttributeField
          key={name}
          id={`edit-${sequence}-${name}`}
          name={name}
          field={fieldOf(name, fields)}
          value={entered[name] ?? ""}
          fault={faults.get(faultKey(sequence, name))}
          change={(text) => type(name, text)}
        />
      ))}
      {names.length === 0 && !writesAttributes(code) ? (
        <p>{say("edit.noAttributes")}</p>
      ) : (
        <OtherAttribute id={`edit-${sequence}`} names={names} add={(name) => type(name, "")} />
      )}
    </FormSection>
  );
}

function formFaultOf(faults: ReadonlyMap<string, string>, sequence: number, name: string): [string, string][] {
  const fault = faults.get(faultKey(sequence, formFault(name)));
  return fault === undefined ? [] : [[name, fault]];
}

/** Reports whether an operation writes attributes. */
function writesAttributes(code: string): boolean {
  const { creates, capability } = definitionOf(code);
  return creates !== null || capability === "update";
}

function AccountChoice({
  operation,
  draft,
  accounts,
  change,
}: Pick<OperationFormProps, "operation" | "draft" | "accounts" | "change">) {
  const say = useText();
  const { sequence, code, targetSystemKey, accountKey } = operation;
  const own = accounts.filter((account) => account.targetSystemKey === targetSystemKey);
  const { keepsAccount } = familyOf(code as OperationCode);
  if (keepsAccount !== undefined || own.length < 2 || own.every(({ key }) => key !== accountKey)) return null;
  return (
    <FormField
      id={`edit-account-${sequence}`}
      label={say("request.account")}
      input={{ is: "choice", choices: own.map(({ key, shortId }) => ({ value: key, label: shortId })) }}
      value={draft.accountKey ?? accountKey}
      change={(chosen) => change({ ...draft, accountKey: String(chosen) })}
    />
  );
}

interface AttributeFieldProps {
  readonly id: string;
  readonly name: string;
  /** Definition of the attribute; undefined if there is none. */
  readonly field: CatalogueField | undefined;
  readonly value: string;
  readonly fault: string | undefined;
  change(text: string): void;
}

function AttributeField({ id, name, field, value, fault, change }: AttributeFieldProps) {
  const say = useText();
  const isRequired = (field?.minValues ?? 0) > 0;
  const common = { id, label: name, value, fault, isRequired };
  if (field?.type === "boolean" && field.maxValues === 1) {
    const choices = (["none", "true", "false"] as const).map((one) => ({
      value: one === "none" ? "" : one,
      label: say(`value.${one}`),
    }));
    return <FormField {...common} input={{ is: "choice", choices }} change={(chosen) => change(String(chosen))} />;
  }
  if (field?.maxValues === 1 && !value.includes("\n")) return <TextField {...common} change={change} />;
  return (
    <TextField {...common} rows={Math.min(6, value.split("\n").length)} help={say("ask.oneEachLine")} change={change} />
  );
}

interface OtherAttributeProps {
  readonly id: string;
  readonly names: readonly string[];
  add(name: string): void;
}

/** A field that adds an attribute without a definition. */
function OtherAttribute({ id, names, add }: OtherAttributeProps) {
  const say = useText();
  const [name, setName] = useState("");
  const wanted = name.trim();
  return (
    <>
      <TextField id={`${id}-new`} label={say("edit.otherAttribute")} value={name} change={setName} />
      <div>
        <Button
          variant="secondary"
          isDisabled={wanted === "" || names.includes(wanted)}
          onClick={() => {
            add(wanted);
            setName("");
          }}
        >
          {say("edit.addAttribute")}
        </Button>
      </div>
    </>
  );
}
