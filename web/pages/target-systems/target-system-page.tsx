import { Nav, NavItem, NavList, PageSection, Skeleton, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, Suspense } from "react";
import { Link, useParams } from "react-router";

import { targetQuery } from "../../api/target-systems.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { loadedLater } from "../../components/opened-later.tsx";
import { NotFoundPage } from "../../layout/error-page.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { paths, type TargetSection } from "../../paths.ts";
import { TargetContext } from "./target-context.ts";

// Each section is loaded when it is first opened; its address is a part of the page's.
const sections = {
  facts: loadedLater(async () => (await withTexts("targets-properties", import("./facts-page.tsx"))).FactsPage),
  address: loadedLater(async () => (await withTexts("addresses", import("./address-page.tsx"))).AddressPage),
  logins: loadedLater(async () => (await import("./logins-page.tsx")).LoginsPage),
  attributes: loadedLater(
    async () => (await withTexts("target-attributes", import("./attributes-page.tsx"))).AttributesPage,
  ),
  phases: loadedLater(async () => (await withTexts("phases", import("./phases-page.tsx"))).PhasesPage),
  implementers: loadedLater(
    async () => (await withTexts("implementers", import("./implementers-page.tsx"))).ImplementersPage,
  ),
  discovery: loadedLater(
    async () => (await withTexts("target-discovery", import("./discovery-page.tsx"))).DiscoveryPage,
  ),
  senders: loadedLater(async () => (await withTexts("password-senders", import("./senders-page.tsx"))).SendersPage),
  accounts: loadedLater(async () => (await import("./objects-page.tsx")).AccountsPage),
  groups: loadedLater(async () => (await import("./objects-page.tsx")).GroupsPage),
} as const satisfies Readonly<Record<TargetSection | "facts", ComponentType>>;

// In a narrow window the row of sections is wider than the window.
const showSection = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: "nearest", inline: "center" });

const names = Object.keys(sections) as readonly (keyof typeof sections)[];

/** Frame of the page of a target system: the common head of its sections, and the links between them. */
export function TargetSystemPage() {
  const say = useText();
  const { key = "", section: named = "facts" } = useParams();
  const { data: target, error } = useQuery(targetQuery(key));
  const section = names.find((name) => name === named);
  if (section === undefined) return <NotFoundPage />;
  const Section = sections[section];
  return (
    <PageSection>
      <PageTitle name={say("target.titleOf", { id: key, section: say(`target.section.${section}`) })}>{key}</PageTitle>
      <Nav variant="horizontal-subnav" aria-label={say("target.sections")}>
        <NavList>
          {names.map((name) => (
            <NavItem key={name} isActive={name === section}>
              <Link
                to={paths.target(key, name === "facts" ? "" : name)}
                {...(name === section && { "aria-current": "page" as const, ref: showSection })}
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
          <TargetContext value={target}>
            <Suspense fallback={<Skeleton screenreaderText={say("state.loading")} height="12rem" />}>
              <Section />
            </Suspense>
          </TargetContext>
        </section>
      )}
    </PageSection>
  );
}
