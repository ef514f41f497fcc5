import { bundleWorkflows } from "./bundle-workflows.ts";

const { code } = await bundleWorkflows();
process.send?.({ code }, () => process.disconnect());
