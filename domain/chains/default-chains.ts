import type { AuthChain, ChainStep } from "./auth-chain.ts";

/** Position of a chain without selectors, behind every chain made for a case of its own. */
const lastPosition = 1000;

/** Position before that and behind all others: a user who has chosen an identity provider is sent there. */
const externalPosition = 900;

const password: ChainStep = {
  component: "password",
  configuration: {},
  outcomes: { passed: "ALLOW", failed: "DENY" },
};

const saml: ChainStep = {
  component: "saml",
  configuration: {},
  outcomes: { passed: "ALLOW", failed: "DENY" },
};

const ownQuestions: ChainStep = {
  component: "questions",
  configuration: { sets: "user,predefined" },
  outcomes: { passed: "ALLOW", failed: "DENY", none: "DENY" },
};

/** Questions for a user who is not authenticated yet; they show a stranger none that a user has written. */
const offeredQuestions: ChainStep = { ...ownQuestions, configuration: { sets: "predefined" } };

/** Chains that every installation has; a stored chain replaces the one of its name. */
export const defaultChains: readonly AuthChain[] = [
  {
    name: "sign-in",
    description: "User name and password",
    purpose: "signIn",
    position: lastPosition,
    selectors: [],
    first: "password",
    steps: { password },
  },
  {
    name: "help-desk",
    description: "Questions that the person on the telephone has answered before",
    purpose: "identify",
    position: lastPosition,
    selectors: [],
    first: "questions",
    steps: { questions: ownQuestions },
  },
  {
    name: "forgot-password",
    description: "Questions of the installation that the person has answered before",
    purpose: "forgotPassword",
    position: lastPosition,
    selectors: [],
    first: "userName",
    steps: {
      userName: { component: "userName", configuration: {}, outcomes: { given: "questions" } },
      questions: offeredQuestions,
    },
  },
  {
    name: "sign-in-external",
    description: "The identity provider that was chosen",
    purpose: "signIn",
    position: externalPosition,
    selectors: [{ expression: "provider", match: "set" }],
    first: "saml",
    steps: { saml },
  },
];
