import { downloadAgent } from './artifact.ts';
import { downloadInstaller } from './install.ts';
import { downloadManifest } from './manifest.ts';
import { downloadManifestSignature } from './manifest-signature.ts';
import { downloadUninstaller } from './uninstall.ts';

export const downloads = [
  downloadAgent,
  downloadManifest,
  downloadManifestSignature,
  downloadInstaller,
  downloadUninstaller,
] as const;
