import { ActionGroup, Button, Form, Title } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { readAnew } from "../../api/changing.ts";
import type { Operation } from "../../api/model.ts";
import { queryClient } from "../../api/query-client.ts";
import { targetSystemsPath } from "../../api/target-systems.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { addressFields, type AddressValues, addressValues } from "../../forms/address-schema.ts";
import { faultsIn } from "../../forms/use-editing.ts";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/use-session.ts";
import { KindFields, noFacts } from "./kind-fields.tsx";
import { LoginFields, noLogin } from "./login-fields.tsx";
import { type EnteredTarget, makeAndTest, type MadeSoFar, type TargetKind } from "./new-target.ts";

// They come with the kind that is chosen.
const AddressFields = openedLater(
  async () => (await withTexts("addresses", import("../../forms/address-fields.tsx"))).AddressFields,
);

interface NewTargetFormProps {
  readonly kinds: readonly TargetKind[];
  /** Whether a test is under way, during which nothing else is begun. */
  readonly isUnderWay: boolean;
  /** Told when a test of what was made has begun. */
  tested(id: string, operationKey: string): void;
}

const nothing: MadeSoFar = { isTargetMade: false, loginKey: undefined };

/** The first steps: of which kind it is, where it is, and with which login; what is made of it is tested at once. */
export function NewTargetForm({ kinds, isUnderWay, tested }: NewTargetFormProps) {
  const say = useText();
  const [facts, setFacts] = useState(noFacts);
  const [typed, setTyped] = useState<AddressValues>({});
  const [login, setLogin] = useState(noLogin);
  const [made, setMade] = useState(nothing);
  const kind = kinds.find(({ key }) => key === facts.kind);
  const fields = kind === undefined ? [] : addressFields(kind.connector.addressSchema);
  const values = { ...addressValues(fields, {}), ...typed };
  const { mutate, isPending, error } = useMaking(made, setMade);
  const send = () => {
    if (kind === undefined) return;
    const { id, description } = facts;
    mutate({ id, description, kind, fields, values, login }, { onSuccess: ({ key }) => tested(id, key) });
  };
  const faults = faultsIn(error);
  const isComplete = kind !== undefined && facts.id.trim() !== "" && facts.description.trim() !== "";
  const isBusy = isPending || isUnderWay;
  return (
    <Form
      isWidthLimited
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !isBusy) send();
      }}
    >
      <Title headingLevel="h2">{say("newTarget.kind")}</Title>
      <KindFields
        kinds={kinds}
        facts={facts}
        faults={faults}
        isDisabled={made.isTargetMade}
        change={(changed) => {
          setFacts(changed);
          if (changed.kind !== facts.kind) setTyped({});
        }}
      />
      {kind === undefined ? null : (
        <>
          <Title headingLevel="h2">{say("target.section.address")}</Title>
          <AddressFields
            connector={kind.connector.id}
            fields={fields}
            values={values}
            faults={faults}
            change={setTyped}
          />
          <Title headingLevel="h2">{say("newTarget.login")}</Title>
          <LoginFields
            login={login}
            faults={faults}
            isRequired={false}
            help={say("login.passwordHelp")}
            change={setLogin}
          />
        </>
      )}
      {error === null ? null : <ErrorAlert error={error} />}
      <ActionGroup>
        <Button type="submit" isLoading={isBusy} isDisabled={!isComplete || isBusy}>
          {say(made.isTargetMade ? "newTarget.testAgain" : "newTarget.test")}
        </Button>
        {made.isTargetMade ? <Link to={paths.target(facts.id)}>{say("newTarget.open", { id: facts.id })}</Link> : null}
      </ActionGroup>
    </Form>
  );
}

/** Makes what was entered and begins a test of it; what has been made is noted also where the rest was refused. */
function useMaking(made: MadeSoFar, note: (made: MadeSoFar) => void) {
  const { user } = useSession();
  return useMutation<Operation, Error, EnteredTarget>({
    gcTime: 0,
    mutationFn: (entered) => makeAndTest(entered, made, { userKey: user.key, note }),
    onSettled: () => readAnew(queryClient, targetSystemsPath),
  });
}
