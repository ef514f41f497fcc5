import { Card, CardBody, CardFooter, CardTitle } from "@patternfly/react-core";
import { Link } from "react-router";

import type { Group } from "../../api/model.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

/** Who authorizes requests about a group: its own phases, and how they stand to those of its target system. */
export function GroupPhases({ group }: { readonly group: Group }) {
  const say = useText();
  const may = useMay();
  const { key, authorizationPhases, phaseInheritance } = group;
  return (
    <Card component="section">
      <CardTitle component="h2">{say("group.phases")}</CardTitle>
      <CardBody>
        <p>{say(`group.phases.${phaseInheritance}`)}</p>
        {authorizationPhases.length === 0 ? <p>{say("group.noPhases")}</p> : null}
        <ol className="gatehouse-plain-list">
          {authorizationPhases.map(({ sequence, rule, minApprovals, authorizers }) => (
            <li key={sequence}>
              {say("request.phase", { number: sequence })}: {rule === null ? null : <code>{rule}</code>}{" "}
              {say("group.phaseAsks", { count: authorizers.length, approvals: minApprovals })}
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
