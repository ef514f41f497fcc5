import { Button, FormSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { connectorOperationCodes, definitionOf } from "#domain/requests/operation-codes.ts";
import { templateOperationsMax } from "#domain/template-limits.ts";
import { accountRules } from "#domain/templates/account-rule.ts";

import { targetNamesQuery } from "../../api/target-names.ts";
import { groupNamesQuery } from "../../api/templates.ts";
import { FormField } from "../../forms/form-field.tsx";
import { operationWords } from "../../messages/request-words.ts";
import { useText } from "../../messages/text.ts";
import { newOperation, type OperationDraft } from "./operation-drafts.ts";

interface OperationsEditorProps {
  readonly operations: readonly OperationDraft[];
  /** Error texts of the API by the places of the values, such as `operations.0.code`. */
  readonly faults: ReadonlyMap<string, string>;
  change(operations: readonly OperationDraft[]): void;
}

/** An editor of the operations of a template, in their order. */
export function OperationsEditor({ operations, faults, change }: OperationsEditorProps) {
  const say = useText();
  return (
    <>
      {operations.map((operation, index) => (
        <FormSection
          // An operation has no key of its own, and all of it changes while it is entered.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          titleElement="h2"
          title={say("template.operation", { number: index + 1 })}
        >
          <OperationEditor
            id={`operation-${index}`}
            operation={operation}
            faultOf={(name) => faultIn(faults, `operations.${index}.${name}`)}
            change={(changed) => change(operations.map((one, at) => (at === index ? { ...one, ...changed } : one)))}
          />
          <div>
            <Button variant="link" isInline onClick={() => change(operations.filter((_one, at) => at !== index))}>
              {say("template.removeOperation", { number: index + 1 })}
            </Button>
          </div>
        </FormSection>
      ))}
      {operations.length >= templateOperationsMax ? null : (
        <div>
          <Button variant="secondary" onClick={() => change([...operations, newOperation])}>
            {say("template.addOperation")}
          </Button>
        </div>
      )}
    </>
  );
}

/** Returns the error text about a place or one below it, whose parts may be divided by points or strokes. */
function faultIn(faults: ReadonlyMap<string, string>, place: string): string | undefined {
  for (const [at, text] of faults) {
    const same = at.replaceAll("/", ".");
    if (same === place || same.startsWith(`${place}.`)) return text;
  }
  return undefined;
}

interface OperationEditorProps {
  readonly id: string;
  readonly operation: OperationDraft;
  faultOf(
    name: "code" | "targetSystemKey" | "groupKey" | "account" | "attributes" | "form" | "forHours",
  ): string | undefined;
  change(changed: Partial<OperationDraft>): void;
}

function OperationEditor({ id, operation, faultOf, change }: OperationEditorProps) {
  const say = useText();
  const { data: targets = [] } = useQuery(targetNamesQuery);
  const { code, targetSystemKey, account, attributes, form, hours } = operation;
  const definition = definitionOf(code);
  const fieldOf = (name: Parameters<typeof faultOf>[0]) => ({
    id: `${id}-${name}`,
    label: say(`template.operation.${name}`),
    fault: faultOf(name),
  });
  const none = { value: "", label: say("value.none") };
  return (
    <>
      <FormField
        {...fieldOf("code")}
        input={{
          is: "choice",
          choices: connectorOperationCodes.map((value) => ({ value, label: operationWords(value, say) })),
        }}
        value={code}
        change={(chosen) => change({ code: chosen as OperationDraft["code"], account: null })}
      />
      <FormField
        {...fieldOf("targetSystemKey")}
        isRequired
        input={{ is: "choice", choices: [none, ...targets.map((one) => ({ value: one.id, label: one.description }))] }}
        value={targetSystemKey}
        change={(chosen) => change({ targetSystemKey: String(chosen), groupKey: null })}
      />
      {definition.group === "none" ? null : (
        <GroupField field={fieldOf("groupKey")} operation={operation} change={change} />
      )}
      {definition.account === "none" && definition.creates !== "account" ? null : (
        <FormField
          {...fieldOf("account")}
          input={{
            is: "choice",
            choices: [
              { value: "", label: say("template.account.usual") },
              ...accountRules.map((value) => ({ value, label: say(`template.account.${value}`) })),
            ],
          }}
          value={account ?? ""}
          change={(chosen) => change({ account: chosen === "" ? null : (chosen as OperationDraft["account"]) })}
        />
      )}
      <FormField
        {...fieldOf("attributes")}
        help={say("template.linesHelp")}
        input={{ is: "lines" }}
        value={attributes}
        change={(lines) => change({ attributes: lines as readonly string[] })}
      />
      <FormField
        {...fieldOf("form")}
        help={say("template.formHelp")}
        input={{ is: "lines" }}
        value={form}
        change={(lines) => change({ form: lines as readonly string[] })}
      />
      {definition.gives === undefined ? null : (
        <FormField
          {...fieldOf("forHours")}
          input={{ is: "number", min: 1 }}
          value={hours === "" ? null : Number(hours)}
          change={(entered) => change({ hours: String(entered ?? "") })}
        />
      )}
    </>
  );
}

interface GroupFieldProps {
  readonly field: { readonly id: string; readonly label: string; readonly fault: string | undefined };
  readonly operation: OperationDraft;
  change(changed: Partial<OperationDraft>): void;
}

function GroupField({ field, operation: { targetSystemKey, groupKey }, change }: GroupFieldProps) {
  const say = useText();
  const { data: groups = [] } = useQuery(groupNamesQuery(targetSystemKey));
  const choices = groups.map(({ key, name, description }) => ({
    value: key,
    label: description === "" ? name : description,
  }));
  return (
    <FormField
      {...field}
      isRequired
      input={{ is: "choice", choices: [{ value: "", label: say("value.none") }, ...choices] }}
      value={groupKey ?? ""}
      change={(chosen) => change({ groupKey: chosen === "" ? null : String(chosen) })}
    />
  );
}
