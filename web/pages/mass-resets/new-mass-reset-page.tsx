import { ActionGroup, Button, Form, FormSection, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";

import { type BodyOf, call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { massResets } from "../../api/declared/mass-resets.ts";
import { massResetsPath } from "../../api/mass-resets.ts";
import type { MassReset } from "../../api/model.ts";
import { passwordPoliciesPath } from "../../api/password-policies.ts";
import { readAll } from "../../api/read.ts";
import { useUnsaved } from "../../base/unsaved.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import type { DeclaredFieldProps } from "../../forms/declared-input.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { fieldFault } from "../../forms/text-faults.ts";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { type Choice, choiceBody, ChoiceFields, isChosen, noChoice, waysOf } from "./choice-fields.tsx";

type Field = keyof typeof massResets.properties;

/** Fields about whom it concerns, and about passwords, that each action has. */
const fieldsOf: Readonly<
  Record<MassReset["action"], { readonly people: readonly Field[]; readonly passwords: readonly Field[] }>
> = {
  reset: { people: ["withoutOwner", "includeOwn"], passwords: ["passwordPolicyId", "mustChange", "endSessions"] },
  onboard: { people: ["templateKey", "includePrivileged"], passwords: ["passwordPolicyId", "mustChange"] },
  offboard: { people: ["ends", "includePrivileged"], passwords: [] },
};

const deliveryFields = ["delivery", "deliveryHours"] as const;
const safetyFields = ["canaries", "canaryFailuresMax", "failuresMax", "failureShareMax", "ratePerMinute"] as const;

/** Page that creates a draft of a mass reset and tries it: nothing is reset before its start. */
export function NewMassResetPage() {
  const say = useText();
  const navigate = useNavigate();
  const { fields, isWhole, body } = useDeclaredForm(massResets);
  const [choice, setChoice] = useState(noChoice);
  const creating = useChanging<MassReset>([massResetsPath]);
  const trying = useChanging([massResetsPath]);
  const error = creating.error ?? trying.error;
  const isPending = creating.isPending || trying.isPending;
  const action = actionOf(fields.entered["action"]);
  const delivery = deliveryOf(fields.entered["delivery"]);
  const isReady = isWhole && isChosen(choice) && waysOf(action).includes(choice.way);
  useUnsaved((fields.entered["reason"] ?? "") !== "" && !isPending && creating.data === undefined);
  const create = () =>
    creating.mutate(
      call("POST massResets", { body: { ...ofAction(action, body<"POST massResets">()), ...choiceBody(choice) } }),
      {
        // The page of the draft shows a refused trial, and can try again.
        onSuccess: ({ key }) =>
          trying.mutate(call("POST massResets()/trial", { key }), {
            onSettled: () => void navigate(paths.massReset(key)),
          }),
      },
    );
  const part = (only: readonly Field[]) => (
    <DeclaredFields {...fields} only={only} own={{ passwordPolicyId: PolicyField }} error={error} />
  );
  return (
    <PageSection>
      <EntityHeader name={say("massResets.add")} list={{ path: paths.massResets, title: "massResets.title" }} />
      <p>{say("massReset.newExplained")}</p>
      <Form
        isWidthLimited
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isPending) create();
        }}
      >
        {part(["action", "reason"])}
        <FormSection title={say("massReset.accountsPart")} titleElement="h2">
          <ChoiceFields
            action={action}
            choice={choice}
            faultOf={(field) => fieldFault(creating.error, field, say)}
            change={(changed: Partial<Choice>) => setChoice((before) => ({ ...before, ...changed }))}
          />
          {part(fieldsOf[action].people)}
        </FormSection>
        <PasswordsPart action={action} delivery={delivery} part={part} />
        <FormSection title={say("massReset.safetyPart")} titleElement="h2">
          {part(safetyFields)}
        </FormSection>
        {error === null ? null : <ErrorAlert error={error} />}
        <ActionGroup>
          <Button type="submit" isLoading={isPending} isDisabled={isPending || !isReady}>
            {say("massReset.createAndTry")}
          </Button>
          <Button variant="link" onClick={() => void navigate(paths.massResets)}>
            {say("action.cancel")}
          </Button>
          {isReady ? null : <span className="gatehouse-small">{say("form.incomplete")}</span>}
        </ActionGroup>
      </Form>
    </PageSection>
  );
}

interface PasswordsPartProps {
  readonly action: MassReset["action"];
  readonly delivery: MassReset["delivery"];
  part(only: readonly Field[]): ReactNode;
}

/** Fields about new passwords and their delivery; offboarding has none. */
function PasswordsPart({ action, delivery, part }: PasswordsPartProps) {
  const say = useText();
  if (action === "offboard") return null;
  return (
    <FormSection title={say("massReset.passwordsPart")} titleElement="h2">
      {part(fieldsOf[action].passwords)}
      {part(deliveryFields)}
      <p className="gatehouse-small">{say(`massReset.deliveryHelp.${delivery}`)}</p>
    </FormSection>
  );
}

const actionOf = (value: unknown) => (value === "onboard" || value === "offboard" ? value : "reset");

/** Returns a body without the terms that belong to other actions alone: what is hidden is not sent. */
function ofAction(action: MassReset["action"], body: BodyOf<"POST massResets">): BodyOf<"POST massResets"> {
  const own = new Set<string>([...fieldsOf[action].people, ...fieldsOf[action].passwords]);
  if (action !== "offboard") for (const name of deliveryFields) own.add(name);
  const others = new Set<string>(Object.values(fieldsOf).flatMap(({ people, passwords }) => [...people, ...passwords]));
  for (const name of deliveryFields) others.add(name);
  const sent = Object.entries(body).filter(([name]) => own.has(name) || !others.has(name));
  return Object.fromEntries(sent) as BodyOf<"POST massResets">;
}

const deliveryOf = (value: unknown) => (value === "file" || value === "link" || value === "myAccess" ? value : "none");

/** Field that offers the password policies that there are. */
function PolicyField({ input: _text, ...field }: DeclaredFieldProps) {
  const say = useText();
  const { data = [] } = useQuery({
    queryKey: [passwordPoliciesPath, "ids"],
    queryFn: ({ signal }) => readAll(passwordPoliciesPath, { select: "id", orderby: "id" }, signal),
  });
  const choices = [{ value: "", label: say("value.none") }, ...data.map(({ id }) => ({ value: id, label: id }))];
  return <FormField {...field} input={{ is: "choice", choices }} />;
}
