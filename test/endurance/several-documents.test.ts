import { bundleCrashes, holdsForDocuments } from '../kit/bundle-site.ts';

holdsForDocuments(bundleCrashes);
