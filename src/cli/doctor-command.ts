import { Command } from 'commander';
import { writeNew } from '../folders/local/durable-files.ts';
import { buildDoctorChapters } from '../gateway/doctor-report.ts';
import { escapeControls } from '../text/visible.ts';
import { addConfigOption, resolveFromCaller } from './kit/command-kit.ts';

interface Options {
  readonly config: string;
  readonly out?: string;
}

export function doctorCommand(): Command {
  return addConfigOption(new Command('doctor'))
    .option(
      '--out <file>',
      'where it is written; it must not exist (default: gateway-doctor-TIME.txt)',
      resolveFromCaller,
    )
    .action(async ({ config, out = nameNow() }: Options) => {
      const chapters: string[] = [];
      for await (const { title, text } of buildDoctorChapters(config)) {
        console.log(`${title} …`);
        chapters.push(`== ${title} ==\n${text.split('\n').map(escapeControls).join('\n')}\n`);
      }
      await writeNew(out, Buffer.from(chapters.join('\n')), 0o600);
      console.log(
        `Written to ${out}. It holds no document and no secret; look into it before you give it away.`,
      );
    });
}

const nameNow = (): string =>
  resolveFromCaller(`gateway-doctor-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.txt`);
