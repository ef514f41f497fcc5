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

// Loaded when the user has selected a kind.
const AddressFields = openedLater(
  async () => (await withTexts("addresses", import("../../forms/address-fields.tsx"))).AddressFields,
);

interface NewTargetFormProps {
  readonly kinds: readonly TargetKind[];
  /** True during a test; no other action can start meanwhile. */
  readonly isUnderWay: boolean;
  /** Receives the ID of the created target system and the key of its test. */
  tested(id: string, operationKey: string): void;
}

const nothing: MadeSoFar = { isTargetMade: false, loginKey: undefined };

/** First steps of a new target system: its kind, its connection and its credentials. The created target system is tested at once. */
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

/** Creates the target system and starts a test of it. The created parts are recorded even if the rest is refused. */
function useMaking(made: MadeSoFar, note: (made: MadeSoFar) => void) {
  const { user } = useSession();
  return useMutation<Operation, Error, EnteredTarget>({
    gcTime: 0,
    mutationFn: (entered) => makeAndTest(entered, made, { userKey: user.key, note }),
    onSettled: () => readAnew(queryClient, targetSystemsPath),
  });
}
