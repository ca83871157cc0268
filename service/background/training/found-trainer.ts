import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import { type CommandConfig, runnerConfig } from "./runner-config";

type Environment = Readonly<Record<string, string | undefined>>;

const PROGRAM = "loupe-train";

/** Base models that the operator allows for `loupe-train`: `NAME` or `NAME=FOLDER`, separated by commas. */
export function trainerBaseModels(list: string | undefined): string[] | undefined {
  const names = list?.split(",").flatMap((entry) => entry.split("=", 1)[0]?.trim() || []);
  return names && names.length > 0 ? names : undefined;
}

/** The runner that is used if none is set up: `loupe-train`, if it is installed where programs are looked for. */
export function findTrainer(environment: Environment): CommandConfig | undefined {
  const folders = [...(environment.PATH ?? "").split(path.delimiter), path.join(environment.HOME ?? "", ".local/bin")];
  const program = folders.map((folder) => path.resolve(folder, PROGRAM)).find(isProgram);
  if (program === undefined) return undefined;
  const config = runnerConfig.parse({
    type: "command",
    command: [program],
    base_models: trainerBaseModels(environment.LOUPE_TRAINER_BASE_MODELS),
  });
  return config.type === "command" ? config : undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
