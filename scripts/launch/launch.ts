import path from "node:path";
import { createSignInCode } from "@/lib/auth/sign-in-code";
import { assertPortFree, localAddress } from "@/service/http/listening";
import { stopAbandoned } from "@/service/store/embedded/stop-abandoned";
import { StartError } from "@/service/store/start-error";
import { type LaunchOptions, answers, dashboardProcess, serviceProcess } from "./processes";
import { LogFile } from "./log-file";
import { type Mode, type Plan, makePlan } from "./plan";
import { ProcessGroup } from "./process-group";
import { findDashboard, forgetDashboard, noteDashboard } from "./running-dashboard";

const ANSWERS_WITHIN_MS = 5_000;

/**
 * Runs the processes of `mode` until it is stopped, and ends this process, with status 0 if it was stopped on request.
 * `root` is the absolute path of the folder with the built programs; relative paths in variables begin at the current one.
 */
export async function launch(mode: Mode, root: string, options: LaunchOptions = {}): Promise<never> {
  try {
    const plan = makePlan(mode, process.env);
    if (mode === "sign-in-link") console.log(signInLink(plan, await dashboardUrl(plan)));
    process.exit(mode === "sign-in-link" || (await run(mode, plan, { root, ...options })) ? 0 : 1);
  } catch (error) {
    console.error(error instanceof StartError ? `loupe: ${error.message}` : error);
    process.exit(1);
  }
}

/** The named address of the dashboard, or else that of the one which runs with the data folder. */
async function dashboardUrl({
  namesDashboard,
  dashboardUrl: named,
  dataFolder,
  offersSignInLink,
}: Plan): Promise<string> {
  if (namesDashboard || !offersSignInLink || !dataFolder) return named;
  const running = findDashboard(dataFolder);
  if (running && (await answers(`${running.local_url}/sign-in`, AbortSignal.timeout(ANSWERS_WITHIN_MS))))
    return running.url;
  throw new StartError(
    `No dashboard runs with the data folder ${dataFolder}. Start it, or run this command in the folder where it was started, or with the same LOUPE_DATA_DIR.`,
  );
}

function signInLink({ dataFolder, offersSignInLink }: Plan, url: string): string {
  if (!offersSignInLink || !dataFolder)
    throw new StartError(
      "No sign-in link: LOUPE_SERVICES or OIDC_ISSUER is set. Sign in at the provider, or with an API key.",
    );
  return `${url}/sign-in#code=${createSignInCode(dataFolder, new Date())}`;
}

async function run(mode: Mode, plan: Plan, { root, ...options }: LaunchOptions & { root: string }): Promise<boolean> {
  if (plan.runsDashboard) await assertPortFree("PORT", plan.host, plan.port);
  const group = new ProcessGroup();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => group.requestStop());
  // The terminal stays quiet by default; a service that runs alone logs to standard output for its supervisor.
  const log = mode === "all" && plan.dataFolder ? new LogFile(path.join(plan.dataFolder, "service.log")) : undefined;
  try {
    if (plan.runsService) await group.start(serviceProcess(plan, root, log));
    if (plan.runsDashboard && !group.stopping.aborted) {
      await group.start(dashboardProcess(plan, root, options));
      if (plan.offersSignInLink && plan.dataFolder && !group.stopping.aborted) {
        noteDashboard(plan.dataFolder, { url: plan.dashboardUrl, local_url: localAddress(plan.host, plan.port) });
        console.log(`Sign in: ${signInLink(plan, plan.dashboardUrl)}`);
      }
    }
    await group.ended();
    return !group.failed;
  } finally {
    group.requestStop();
    await group.ended();
    await log?.close();
    if (plan.dataFolder) forgetDashboard(plan.dataFolder);
    if (plan.dataFolder && plan.embedded && group.wasCutOff("service")) await stopAbandoned(plan.dataFolder);
  }
}
