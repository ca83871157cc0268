import type { RunnableJob } from "./runner";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that a program needs to find its files, its libraries and its devices. Everything else is withheld: a
 * trainer must not see the keys of the service or the password of its database.
 */
const PASSED =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|XDG_\w+|LD_LIBRARY_PATH|DYLD_\w+|VIRTUAL_ENV|CONDA_\w+|PYTHON\w*|CUDA_\w+|NVIDIA_\w+|NCCL_\w+|HIP_\w+|ROCM_\w+|ROCR_\w+|OMP_\w+|HF_HOME|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|LOUPE_TRAINER_\w+)$/;

/** The environment of a job's program: variables of the service, then configured ones, then those that name the job. */
export function programEnvironment(
  environment: Environment,
  configured: Readonly<Record<string, string>>,
  job: RunnableJob,
  places: { folder: string; request: string; models: string },
): Record<string, string> {
  const passed = Object.entries(environment).flatMap(([name, value]): [string, string][] =>
    value !== undefined && PASSED.test(name) ? [[name, value]] : [],
  );
  return {
    // Otherwise Python buffers its output, and events arrive late.
    PYTHONUNBUFFERED: "1",
    ...Object.fromEntries(passed),
    ...configured,
    ...jobEnvironment(job),
    LOUPE_JOB_FOLDER: places.folder,
    LOUPE_JOB_REQUEST: places.request,
    LOUPE_MODEL_FOLDER: places.models,
  };
}

/** The variables that name the job. */
export function jobEnvironment({ id, project_id, model }: RunnableJob): Record<string, string> {
  return {
    LOUPE_JOB_ID: id,
    LOUPE_JOB_PROJECT: project_id,
    LOUPE_JOB_MODEL_ID: model.id,
    LOUPE_JOB_MODEL: model.name,
    LOUPE_JOB_BASE_MODEL: model.base_model,
  };
}
