import { bootstrapFirstAdmin } from './bootstrap.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { readAuthState } from './state.ts';

export const auth = [readAuthState, bootstrapFirstAdmin, login, logout] as const;
