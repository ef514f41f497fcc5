import { ActionGroup, Button, Form, FormGroup, Label, LabelGroup, PageSection, TextArea } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";

import { batchRecipientsMax } from "#domain/template-limits.ts";

import { type BodyOf, call } from "../../api/call.ts";
import { peoplePath } from "../../api/catalogue.ts";
import { useChanging } from "../../api/changing.ts";
import type { Template } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { requestsPath } from "../../api/requests.ts";
import { batchesPath, templateQuery } from "../../api/templates.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { type EnteredForm, formOf } from "../../forms/item-form-values.ts";
import { ItemForm } from "../../forms/item-form.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";
import { TemplateTrial } from "./template-trial.tsx";

/** A recipient whom the page shows. */
interface Recipient {
  readonly key: string;
  readonly name: string;
}

/** Page that submits a template for several people: recipients, the form, a trial of what each would get, and the reason. */
export function UseTemplatePage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(templateQuery(key));
  const template = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={template?.name ?? say("template.use")}
        list={{ path: paths.template(key), title: "template.title", isOneThing: true }}
      />
      <EntityStanding entity={read} unreadable={say("template.unreadable")} gone={say("template.gone")} />
      {template === undefined ? null : <UseForm key={template.key} template={template} />}
    </PageSection>
  );
}

function UseForm({ template }: { readonly template: Template }) {
  const say = useText();
  const navigate = useNavigate();
  const [recipients, setRecipients] = useState<readonly Recipient[]>([]);
  const [entered, setEntered] = useState<EnteredForm>({});
  const [reason, setReason] = useState("");
  const { mutate, isPending, error } = useChanging<{ readonly key: string }>([batchesPath, requestsPath]);
  const recipientKeys = recipients.map(({ key }) => key);
  const used = { recipientKeys, form: formOf(template.formFields, entered) ?? null };
  const isReady = recipients.length > 0 && recipients.length <= batchRecipientsMax;
  const send = () => {
    const body: BodyOf<"POST templates()/request"> = { ...used, reason: reason.trim() === "" ? null : reason.trim() };
    mutate(call("POST templates()/request", { key: template.key, body }), {
      onSuccess: (batch) => void navigate(paths.batch(batch.key)),
    });
  };
  const faults = new Map([...faultsIn(error)].map(([place, text]) => [place.replace(/^form[/.]/, ""), text] as const));
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isPending) send();
      }}
    >
      <p>{template.description}</p>
      <Recipients recipients={recipients} change={setRecipients} />
      <ItemForm id="template" fields={template.formFields} entered={entered} faults={faults} change={setEntered} />
      <FormGroup label={say("request.reason")} fieldId="reason">
        <TextArea
          id="reason"
          value={reason}
          onChange={(_event, text) => setReason(text)}
          resizeOrientation="vertical"
          rows={2}
        />
      </FormGroup>
      {error === null ? null : <ErrorAlert error={error} />}
      <TemplateTrial templateKey={template.key} used={used} recipients={recipients} />
      <ActionGroup>
        <Button type="submit" variant="primary" isDisabled={!isReady || isPending} isLoading={isPending}>
          {say("template.submit", { count: recipients.length })}
        </Button>
      </ActionGroup>
    </Form>
  );
}

interface RecipientsProps {
  readonly recipients: readonly Recipient[];
  change(recipients: readonly Recipient[]): void;
}

function Recipients({ recipients, change }: RecipientsProps) {
  const say = useText();
  const { user } = useSession();
  const may = useMay();
  const among = may("people_get_list") ? peoplePath : pathOf("users()/reports", user.key);
  return (
    <>
      <LabelGroup categoryName={say("template.for")} numLabels={20}>
        {recipients.map(({ key, name }) => (
          <Label
            key={key}
            onClose={() => change(recipients.filter((other) => other.key !== key))}
            closeBtnAriaLabel={say("template.removeRecipient", { name })}
          >
            {name}
          </Label>
        ))}
      </LabelGroup>
      <PersonPicker
        id="recipient"
        among={among}
        label={say("template.addRecipient")}
        without={new Set(recipients.map(({ key }) => key))}
        choose={({ key, id, displayName }) => change([...recipients, { key, name: displayName ?? id }])}
      />
    </>
  );
}
