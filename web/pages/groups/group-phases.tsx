import { Card, CardBody, CardFooter, CardTitle } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import type { Group } from "../../api/model.ts";
import { namesQuery } from "../../api/person-names.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { authorizerWords } from "../phases/authorizer-words.ts";
import { hasOwnRule, peopleIn } from "../phases/phases.ts";

/** Approval phases of a group, and their relation to those of its target system. */
export function GroupPhases({ group }: { readonly group: Group }) {
  const say = useText();
  const may = useMay();
  const { key, authorizationPhases, phaseInheritance } = group;
  const names = useQuery(namesQuery(peopleIn(authorizationPhases))).data;
  return (
    <Card component="section">
      <CardTitle component="h2">{say("group.phases")}</CardTitle>
      <CardBody>
        <p>{say(`group.phases.${phaseInheritance}`)}</p>
        {authorizationPhases.length === 0 ? <p>{say("group.noPhases")}</p> : null}
        <ol className="gatehouse-plain-list">
          {authorizationPhases.map((phase) => (
            <li key={phase.sequence}>
              {say("request.phase", { number: phase.sequence })}:{" "}
              {hasOwnRule(phase) ? (
                <code>{phase.rule}</code>
              ) : (
                say("group.phaseAsks", {
                  count: phase.authorizers.length,
                  names: phase.authorizers.map((authorizer) => authorizerWords(authorizer, names, say)).join(", "),
                  approvals: phase.minApprovals,
                })
              )}
            </li>
          ))}
        </ol>
      </CardBody>
      <CardFooter>
        <Link to={paths.groupPhases(key)}>
          {say(may("groups_post_setauthorizationphases") ? "group.changePhases" : "group.showPhases")}
        </Link>
      </CardFooter>
    </Card>
  );
}
