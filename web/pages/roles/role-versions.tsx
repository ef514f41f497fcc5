import { Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import type { RoleVersion } from "../../api/model.ts";
import { personQuery } from "../../api/person-names.ts";
import { versionsQuery } from "../../api/roles.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { RoleChanges } from "./role-changes.tsx";
import { contentOf } from "./role-content.ts";
import { roleLooks } from "./role-words.ts";

/** The versions of a role, the newest first, each with its difference to the one before. */
export function RoleVersions({ roleKey }: { readonly roleKey: string }) {
  const say = useText();
  const { data, error } = useQuery(versionsQuery(roleKey));
  const versions = (data ?? []).toSorted((a, b) => b.number - a.number);
  return (
    <section aria-labelledby="versions-title" className="gatehouse-below">
      <Title headingLevel="h2" id="versions-title">
        {say("role.versions")}
      </Title>
      {error === null ? null : <ErrorAlert error={error} />}
      <ol className="gatehouse-plain-list">
        {versions.map((version, index) => (
          <li key={version.key}>
            <OneVersion version={version} before={versions[index + 1]} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface OneVersionProps {
  readonly version: RoleVersion;
  /** Version before this one; undefined before the first. */
  readonly before: RoleVersion | undefined;
}

function OneVersion({ version, before }: OneVersionProps) {
  const say = useText();
  const { number, state, createdAt, createdBy, inForceAt, inForceBy, retiredAt, comment, content } = version;
  const happened = [
    { text: say("role.begun"), at: createdAt, by: createdBy },
    { text: say("role.cameInForce"), at: inForceAt, by: inForceBy },
    { text: say("role.wasRetired"), at: retiredAt, by: null },
  ];
  return (
    <details>
      <summary>
        {say("role.version", { number })}{" "}
        <StateLabel look={roleLooks[state]}>{say(`declared.roles.state.${state}`)}</StateLabel>
      </summary>
      {happened.map(({ text, at, by }) =>
        at === null ? null : (
          <p key={text} className="gatehouse-small">
            {text} <Moment at={at} /> {by === null ? null : <NameOf userKey={by} />}
          </p>
        ),
      )}
      {comment === null ? null : <blockquote>{comment}</blockquote>}
      <RoleChanges before={before === undefined ? null : contentOf(before.content)} after={contentOf(content)} />
    </details>
  );
}

function NameOf({ userKey }: { readonly userKey: string }) {
  const { data } = useQuery(personQuery(userKey));
  return data === undefined ? null : <PersonName person={data} />;
}
