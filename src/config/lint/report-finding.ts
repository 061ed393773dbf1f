import type { Severity } from '../../types.ts';
import type { Values } from '../../yaml/yaml-sentences.ts';
import type { YamlPath } from '../../yaml/yaml-source.ts';
import type { ConfigSentenceName } from '../config-sentences.ts';

/** Reports one finding at a path of the config. */
export type ReportFinding = (
  sentence: ConfigSentenceName,
  path: YamlPath,
  values?: Values,
  severity?: Severity,
) => void;
