import { Nav, NavItem, NavList, PageSection, Skeleton, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation, useOutletContext, useParams } from "react-router";

import type { TargetSystem } from "../../api/model.ts";
import { targetQuery } from "../../api/target-systems.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import type { Tagged } from "../../forms/use-editing.ts";
import { PageTitle } from "../../layout/announce.tsx";
import { useText } from "../../messages/text.ts";
import { paths, targetSections } from "../../paths.ts";

/** The target system of the page on which it is asked for; whoever comes to another section sees it as it is now. */
export function useTarget(): Tagged<TargetSystem> {
  const known = useOutletContext<Tagged<TargetSystem>>();
  return useQuery(targetQuery(known.id)).data ?? known;
}

/** One target system: what is common to its sections, and the way between them. */
export function TargetSystemPage() {
  const say = useText();
  const { key = "" } = useParams();
  const { pathname } = useLocation();
  const { data: target, error } = useQuery(targetQuery(key));
  const section = targetSections.find((name) => pathname.endsWith(`/${name}`)) ?? "facts";
  return (
    <PageSection>
      <PageTitle name={say("target.titleOf", { id: key, section: say(`target.section.${section}`) })}>{key}</PageTitle>
      <Nav variant="horizontal-subnav" aria-label={say("target.sections")}>
        <NavList>
          {(["facts", ...targetSections] as const).map((name) => (
            <NavItem key={name} isActive={name === section}>
              <Link
                to={paths.target(key, name === "facts" ? "" : name)}
                {...(name === section && { "aria-current": "page" as const })}
              >
                {say(`target.section.${name}`)}
              </Link>
            </NavItem>
          ))}
        </NavList>
      </Nav>
      {error === null ? null : <ErrorAlert error={error} title={say("target.unreadable")} />}
      {target === undefined ? (
        error === null && <Skeleton screenreaderText={say("state.loading")} height="12rem" />
      ) : (
        <section key={`${key} ${section}`}>
          <Title headingLevel="h2">{say(`target.section.${section}`)}</Title>
          <Outlet context={target} />
        </section>
      )}
    </PageSection>
  );
}
