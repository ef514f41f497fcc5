import { FormSection } from "@patternfly/react-core";
import { useState } from "react";
import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { templates } from "../../api/declared/templates.ts";
import type { CatalogueFormField, Template } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { templatesPath } from "../../api/templates.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { FormEditor } from "../catalogue/form-editor.tsx";
import { draftOf, type OperationDraft, operationOf } from "./operation-drafts.ts";
import { OperationsEditor } from "./operations-editor.tsx";

interface TemplateDialogProps {
  /** The template to edit; undefined for a new one. */
  readonly template: Template | undefined;
  close(): void;
}

/** A dialog that adds or edits a template: its properties, its operations and its form. */
export function TemplateDialog({ template, close }: TemplateDialogProps) {
  const say = useText();
  const navigate = useNavigate();
  const { fields, isWhole, etag, body } = useDeclaredForm(templates, template);
  const [formFields, setFormFields] = useState<readonly CatalogueFormField[]>(template?.formFields ?? []);
  const [operations, setOperations] = useState<readonly OperationDraft[]>(() =>
    (template?.operations ?? []).map(draftOf),
  );
  const { mutate, isPending, error } = useChanging<Template | undefined>([templatesPath, pathOf("catalogueItems")]);
  const sent = () => ({ ...body<"POST templates">(), formFields, operations: operations.map(operationOf) });
  const send = () =>
    template === undefined
      ? mutate(call("POST templates", { body: sent() }), {
          onSuccess: (added) => void (added && navigate(paths.template(added.key))),
        })
      : mutate(call("PATCH templates()", { key: template.key, body: sent(), etag }), {
          onSuccess: close,
        });
  const faults = faultsIn(error);
  return (
    <FormDialog
      title={say(template === undefined ? "templates.add" : "template.edit")}
      of={template?.name}
      action={say(template === undefined ? "templates.add" : "action.save")}
      isReady={isWhole && operations.length > 0}
      isPending={isPending}
      isWide
      error={error}
      send={send}
      close={close}
    >
      <DeclaredFields {...fields} error={error} />
      <OperationsEditor operations={operations} faults={faults} change={setOperations} />
      <FormSection titleElement="h2" title={say("declared.templates.formFields")}>
        <FormEditor fields={formFields} faults={faults} change={setFormFields} />
      </FormSection>
    </FormDialog>
  );
}
