import {
  Masthead,
  MastheadBrand,
  MastheadContent,
  MastheadMain,
  MastheadToggle,
  Nav,
  NavGroup,
  NavItem,
  Page,
  PageSection,
  PageSidebar,
  PageSidebarBody,
  PageToggleButton,
  SkipToContent,
  Spinner,
} from "@patternfly/react-core";
import { BarsIcon } from "@patternfly/react-icons";
import { Suspense, useCallback, useEffect } from "react";
import { Link, Outlet, useLocation, useNavigate } from "react-router";

import { type Session, sessionStore } from "../base/session-store.ts";
import { useStore } from "../base/store.ts";
import { whenThere } from "../base/when-there.ts";
import { ConnectionNotice } from "../components/connection-notice.tsx";
import { openedLater } from "../components/opened-later.tsx";
import { withTexts } from "../messages/language.ts";
import { useText } from "../messages/text.ts";
import { paths } from "../paths.ts";
import { SessionEnds, useOtherTabs } from "../session/session-ends.tsx";
import { reaches } from "../session/use-may.ts";
import { beginFirstTour, tourStep } from "../tour/tour-step.ts";
import { AccountMenu } from "./account-menu.tsx";
import { HelpMenu } from "./help-menu.tsx";
import { NavigationCount } from "./navigation-count.tsx";
import { navigation } from "./navigation.ts";
import { UnsavedQuestion } from "./unsaved-question.tsx";
import { sidebarIds, useSidebar } from "./use-sidebar.ts";

const Tour = openedLater(async () => (await withTexts("help", import("../tour/tour.tsx"))).Tour);

// The page measures whether it is narrow, and lays the navigation over itself, only with a listener.
const nothing = () => {};

// Every list needs it, so it is loaded after the first page. If it cannot be loaded, a list that needs it reports that itself.
const loadLists = () => void whenThere(() => import("../table/resource-table.tsx")).catch(() => undefined);

/** Frame around every page of a signed-in user. */
export function Shell() {
  const say = useText();
  const state = useStore(sessionStore);
  const navigate = useNavigate();
  const navigationBar = useSidebar();
  const isTour = useStore(tourStep) !== undefined;
  useEffect(loadLists, []);
  const isSample = "session" in state && state.session.sample;
  useEffect(() => beginFirstTour({ sample: isSample }), [isSample]);
  useOtherTabs(useCallback(() => void navigate(paths.signIn), [navigate]));
  if (!("session" in state)) return null;
  const { session } = state;
  return (
    <Page
      mainContainerId="main"
      onPageResize={nothing}
      skipToContent={
        <SkipToContent href="#main" onClick={skipToMain}>
          {say("navigation.skip")}
        </SkipToContent>
      }
      masthead={
        <Masthead>
          <MastheadMain>
            <MastheadToggle>
              <PageToggleButton
                aria-label={say("navigation.toggle")}
                id={sidebarIds.toggle}
                isSidebarOpen={navigationBar.isOpen}
                onSidebarToggle={navigationBar.toggle}
                variant="plain"
              >
                <BarsIcon />
              </PageToggleButton>
            </MastheadToggle>
            <MastheadBrand>
              <Link className="gatehouse-brand" to={paths.home}>
                {say("product.name")}
              </Link>
            </MastheadBrand>
          </MastheadMain>
          <MastheadContent>
            <div className="gatehouse-end">
              <HelpMenu />
              <AccountMenu session={session} />
            </div>
          </MastheadContent>
        </Masthead>
      }
      sidebar={
        <PageSidebar id={sidebarIds.sidebar} isSidebarOpen={navigationBar.isOpen} inert={!navigationBar.isOpen}>
          <PageSidebarBody>
            <Navigation session={session} />
          </PageSidebarBody>
        </PageSidebar>
      }
    >
      <ConnectionNotice />
      <UnsavedQuestion />
      {isTour ? <Tour /> : null}
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
      <Suspense>
        <SessionEnds session={session} hasEnded={state.is === "ended"} />
      </Suspense>
    </Page>
  );
}

// The part of an address after `#` is the address of the page here.
function skipToMain(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** Entries of the navigation whose policy allows the user anything. */
function Navigation({ session: { may, user } }: { readonly session: Session }) {
  const say = useText();
  const { pathname } = useLocation();
  const isHere = (path: string) => (path === paths.home ? pathname === path : pathname.startsWith(path));
  return (
    <Nav aria-label={say("navigation.name")}>
      {navigation.map(({ text, entries }) => {
        const shown = entries.filter(({ policy }) => policy === null || reaches(may[policy]));
        return shown.length === 0 ? null : (
          <NavGroup key={text} title={say(text)}>
            {shown.map(({ path, text: name, count }) => (
              <NavItem key={path} isActive={isHere(path)}>
                <Link to={path} {...(isHere(path) && { "aria-current": "page" as const })}>
                  {say(name)} {count === undefined ? null : <NavigationCount of={count} userKey={user.key} />}
                </Link>
              </NavItem>
            ))}
          </NavGroup>
        );
      })}
    </Nav>
  );
}

function Loading() {
  const say = useText();
  return (
    <PageSection>
      <Spinner aria-label={say("state.loading")} />
    </PageSection>
  );
}
