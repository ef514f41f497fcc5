import { ActionGroup, Button, Form, Title } from "@patternfly/react-core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { call, change } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import type { Authorizer, Operation } from "../../api/model.ts";
import { isFollowed, operationsPath } from "../../api/operations.ts";
import { queryClient } from "../../api/query-client.ts";
import { lastDiscoveryQuery, targetSystemsPath } from "../../api/target-systems.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/use-session.ts";
import { newPhase, nobody } from "../phases/phases.ts";
import type { OtherAuthorizerProps } from "./other-authorizer.tsx";

const OtherAuthorizer = openedLater(async () => (await import("./other-authorizer.tsx")).OtherAuthorizer);
// It is needed only after the first discovery has started.
const DiscoveryReport = openedLater(
  async () => (await withTexts("target-discovery", import("./discovery-report.tsx"))).DiscoveryReport,
);

const ways = ["myself", "manager", "others", "unasked"] as const;

/** Last steps of a new target system: its approvers, and the first discovery with its progress. */
export function FirstDiscovery({ id }: { readonly id: string }) {
  const say = useText();
  const { user } = useSession();
  const [way, setWay] = useState<(typeof ways)[number]>("myself");
  const [other, setOther] = useState<Authorizer>();
  const { data: discovery = null } = useQuery(lastDiscoveryQuery(id));
  const authorizers = {
    myself: [{ ...nobody, userKey: user.key }],
    manager: [{ ...nobody, managerLevels: 1 }],
    others: other === undefined ? [] : [other],
    unasked: [],
  }[way];
  const { mutate, isPending, error } = useDeciding(id);
  const isReady = way === "unasked" || authorizers.length > 0;
  const isUnderWay = isPending || isFollowed(discovery?.key, discovery);
  return (
    <>
      <Form
        isWidthLimited
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isUnderWay) mutate(authorizers);
        }}
      >
        <Title headingLevel="h2">{say("newTarget.whoDecides")}</Title>
        <FormField
          id="who-decides"
          label={say("newTarget.whoDecidesAbout")}
          input={{ is: "choice", choices: ways.map((value) => ({ value, label: say(`newTarget.way.${value}`) })) }}
          value={way}
          change={(value) => setWay(value as (typeof ways)[number])}
        />
        <More way={way} other={other} choose={setOther} />
        {error === null ? null : <ErrorAlert error={error} />}
        <Title headingLevel="h2">{say("newTarget.discovery")}</Title>
        <ActionGroup>
          <Button type="submit" isLoading={isUnderWay} isDisabled={!isReady || isUnderWay}>
            {say("newTarget.discover")}
          </Button>
        </ActionGroup>
      </Form>
      {discovery === null ? null : <DiscoveryReport operation={discovery} />}
      {discovery?.status === "succeeded" ? <Link to={paths.target(id)}>{say("newTarget.open", { id })}</Link> : null}
    </>
  );
}

/** Saves the approvers (none: requests need no approval), and starts a discovery. */
function useDeciding(id: string) {
  return useMutation<Operation, Error, readonly Authorizer[]>({
    mutationFn: async (authorizers) => {
      const authorizationPhases = authorizers.length === 0 ? [] : [{ ...newPhase, authorizers }];
      const body = { autoApprove: authorizers.length === 0, authorizationPhases };
      await change(call("PATCH targetSystems()", { key: id, body }));
      return change(call("POST targetSystems()/discover", { key: id }));
    },
    onSettled: () => readAnew(queryClient, targetSystemsPath, operationsPath),
  });
}

interface MoreProps extends OtherAuthorizerProps {
  readonly way: (typeof ways)[number];
}

/** Further input or notice of a way to approve requests. */
function More({ way, ...others }: MoreProps) {
  const say = useText();
  if (way === "unasked") return <Notice kind="warning" title={say("phases.noneApproved")} />;
  return way === "others" ? <OtherAuthorizer {...others} /> : null;
}
