import { ActionGroup, Button, Form, Title } from "@patternfly/react-core";
import { useState } from "react";
import { Link } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Implementer } from "../../api/model.ts";
import { targetSystemsPath } from "../../api/target-systems.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/use-session.ts";
import { ImplementerList, sentImplementers } from "../implementers/implementer-list.tsx";
import { nobody } from "../phases/phases.ts";

const ways = ["manager", "myself", "unasked"] as const;
type Way = (typeof ways)[number];

/** Form of a new target system that people serve: its name, its implementers, and its approvers. It needs no connector and no address. */
export function PeopleTarget() {
  const say = useText();
  const { user } = useSession();
  const [facts, setFacts] = useState({ id: "", description: "" });
  const [implementers, setImplementers] = useState<readonly Implementer[]>([]);
  const [way, setWay] = useState<Way>("manager");
  const { mutate, isPending, isSuccess, error } = useChanging([targetSystemsPath]);
  const faults = faultsIn(error);
  const authorizer = { ...nobody, ...(way === "manager" ? { managerLevels: 1 } : { userKey: user.key }) };
  const body = {
    ...facts,
    fulfilment: "implementer",
    implementers: sentImplementers(implementers),
    autoApprove: way === "unasked",
    authorizationPhases: way === "unasked" ? [] : [{ sequence: 1, authorizers: [authorizer] }],
  } as const;
  const isComplete = facts.id.trim() !== "" && facts.description.trim() !== "";
  if (isSuccess)
    return (
      <Notice kind="success" title={say("newTarget.saved", { id: facts.id })}>
        <Link to={paths.target(facts.id)}>{say("newTarget.open", { id: facts.id })}</Link>
      </Notice>
    );
  return (
    <Form
      isWidthLimited
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !isPending) mutate(call("POST targetSystems", { body }));
      }}
    >
      {(["id", "description"] as const).map((name) => (
        <FormField
          key={name}
          id={name}
          label={say(`declared.targetSystems.${name}`)}
          help={say(`declared.targetSystems.${name}.help`)}
          input={{ is: "text" }}
          value={facts[name]}
          fault={faults.get(name)}
          isRequired
          change={(value) => setFacts({ ...facts, [name]: String(value) })}
        />
      ))}
      <Title headingLevel="h2">{say("newTarget.implementers")}</Title>
      {implementers.length === 0 ? <p>{say("implementers.none")}</p> : null}
      <ImplementerList implementers={implementers} faults={faults} change={setImplementers} />
      <Title headingLevel="h2">{say("newTarget.whoDecides")}</Title>
      <FormField
        id="who-decides"
        label={say("newTarget.whoDecidesAbout")}
        input={{ is: "choice", choices: ways.map((value) => ({ value, label: say(`newTarget.way.${value}`) })) }}
        value={way}
        change={(value) => setWay(value as Way)}
      />
      {error === null ? null : <ErrorAlert error={error} />}
      <ActionGroup>
        <Button type="submit" isLoading={isPending} isDisabled={!isComplete || isPending}>
          {say("newTarget.save")}
        </Button>
      </ActionGroup>
    </Form>
  );
}
