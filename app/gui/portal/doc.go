// Package portal asks the desktop to let a person choose a file or a folder, in the dialog
// that all its programs have: by org.freedesktop.portal.FileChooser on the session bus
// (https://flatpak.github.io/xdg-desktop-portal). Where there is no portal the answer is
// [ErrNone], and the caller shows a dialog of its own.
//
// It keeps no connection: each question opens one and closes it.
package portal
