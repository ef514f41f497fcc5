import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { askedFieldsQuery } from "../../api/asked-fields.ts";
import { call } from "../../api/call.ts";
import { accountsOfQuery } from "../../api/catalogue.ts";
import { useChanging } from "../../api/changing.ts";
import { formFieldsQuery, givenItemKey } from "../../api/item-form.ts";
import type { CatalogueField, CatalogueFormField, Request, RequestOperation } from "../../api/model.ts";
import { requestsPath } from "../../api/requests.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { hasEnded } from "../../messages/request-words.ts";
import { useText } from "../../messages/text.ts";
import { definedFields } from "../ask/operations-of.ts";
import { expectationOf } from "./expectation.ts";
import { attributeFaults, changeOf, type OperationChange, type OperationDraft } from "./operation-draft.ts";
import { OperationForm } from "./operation-form.tsx";

interface EditDialogProps {
  readonly request: Request;
  close(): void;
}

const untouched: OperationDraft = { typed: {} };

/** A dialog that edits a request: the attributes and forms of its operations, and the account of each. */
export function EditDialog({ request, close }: EditDialogProps) {
  const say = useText();
  const { key, recipientKey } = request;
  // The version that was read when the edit began; the request may change meanwhile.
  const [seen] = useState(request);
  const open = (seen.operations ?? []).filter((operation) => !hasEnded(operation));
  const [drafts, setDrafts] = useState<ReadonlyMap<number, OperationDraft>>(new Map());
  const [sent, setSent] = useState<readonly OperationChange[]>([]);
  const accounts = useQuery({ ...accountsOfQuery(recipientKey ?? ""), enabled: recipientKey !== null });
  const fields = useFields(open.flatMap(({ targetSystemKey }) => targetSystemKey ?? []));
  const formFields = useFormFields(open);
  const { mutate, isPending, error } = useChanging([requestsPath]);
  const forms = open.map((operation, index) => ({
    operation,
    formFields: formFields[index] ?? [],
    draft: drafts.get(operation.sequence) ?? untouched,
    fields: definedFields(operation.code, fields.get(operation.targetSystemKey ?? "") ?? []),
  }));
  const changes = forms.flatMap(
    ({ operation, draft, fields: own, formFields: form }) => changeOf(operation, draft, own, form) ?? [],
  );
  const faults = attributeFaults(faultsIn(error), sent, open);
  const send = () => {
    setSent(changes);
    mutate(call("POST requests()/edit", { key, body: { operations: changes } }), { onSuccess: close });
  };
  return (
    <FormDialog
      title={say("request.action.edit")}
      explained={say("request.action.editExplained")}
      action={say("action.save")}
      isReady={changes.length > 0}
      isPending={isPending}
      error={error}
      send={send}
      close={close}
    >
      {contentOf(request) === contentOf(seen) ? null : (
        <Notice kind="warning" title={say("edit.changedMeanwhile")}>
          {say("edit.changedMeanwhileExplained")}
        </Notice>
      )}
      {forms.map(({ operation, draft, fields: own, formFields: form }) => (
        <OperationForm
          key={operation.key}
          operation={operation}
          draft={draft}
          faults={faults}
          fields={own}
          formFields={form}
          accounts={accounts.data?.value ?? []}
          change={(changed) => setDrafts(new Map(drafts).set(operation.sequence, changed))}
        />
      ))}
    </FormDialog>
  );
}

const contentOf = (request: Request) => JSON.stringify(expectationOf(request));

/** Reads the attribute fields of each target system. Without them the attributes of the operations can still be edited. */
function useFields(targetSystemKeys: readonly string[]): ReadonlyMap<string, readonly CatalogueField[]> {
  const keys = [...new Set(targetSystemKeys)];
  const asked = useQueries({ queries: keys.map((key) => askedFieldsQuery(key)) });
  return new Map(keys.map((key, index) => [key, asked[index]?.data ?? []]));
}

/** Reads the fields of the form of each operation; empty for one that fills in none. */
function useFormFields(operations: readonly RequestOperation[]): readonly (readonly CatalogueFormField[])[] {
  const read = useQueries({ queries: operations.map((operation) => formFieldsQuery(givenItemKey(operation))) });
  return read.map(({ data }) => data ?? []);
}
