/** Topic of live events: a person's settings were changed, `origin` names the window that did. */
export const settingsTopic = 'settings'
