; Makes the installer: makensis -DVERSION=0.1.0 -DFROM=folder -DICON=file -DTO=file.exe installer.nsi
; It installs for the person who runs it, so that no administrator is needed. /S asks no questions;
; /D=folder is the folder to install into.
Target amd64-unicode ; as the program is
SetCompressor /SOLID lzma
Name "GWScope ${VERSION}"
OutFile "${TO}"
Icon "${ICON}"
UninstallIcon "${ICON}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\GWScope"
InstallDirRegKey HKCU "Software\GWScope" "Folder"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "GWScope"
VIAddVersionKey "FileDescription" "GWScope, installer"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT licence"

LicenseData "${FROM}\LICENSE.txt"
Page license
Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!define REMOVE "Software\Microsoft\Windows\CurrentVersion\Uninstall\GWScope"
!define CLASSES "Software\Classes"
!define OPEN "${CLASSES}\Applications\gwscope-window.exe"
!define PROGRAMS "$SMPROGRAMS\GWScope"

; Explorer reads the types of files anew.
!macro Tell
	System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

!macro Opens EXTENSION
	WriteRegStr HKCU "${OPEN}\SupportedTypes" "${EXTENSION}" ""
!macroend

Section
	SetShellVarContext current
	SetOutPath "$INSTDIR"
	ClearErrors
	File /r "${FROM}\*.*"
	IfErrors 0 copied
	MessageBox MB_OK|MB_ICONSTOP "The files could not be written. Close GWScope, then install it again." /SD IDOK
	Abort
copied:
	WriteUninstaller "$INSTDIR\uninstall.exe"
	WriteRegStr HKCU "Software\GWScope" "Folder" "$INSTDIR"

	CreateDirectory "${PROGRAMS}"
	CreateShortcut "${PROGRAMS}\GWScope.lnk" "$INSTDIR\gwscope-window.exe" "" "$INSTDIR\gwscope-window.exe" 0
	SetOutPath "$PROFILE" ; where the command line starts
	CreateShortcut "${PROGRAMS}\GWScope command line.lnk" "$SYSDIR\cmd.exe" '/k "$INSTDIR\command-line.bat"' "$INSTDIR\gwscope.exe" 0
	SetOutPath "$INSTDIR"

	WriteRegStr HKCU "${CLASSES}\.gwscope" "" "GWScope.Session"
	WriteRegStr HKCU "${CLASSES}\GWScope.Session" "" "GWScope session"
	WriteRegStr HKCU "${CLASSES}\GWScope.Session\DefaultIcon" "" "$INSTDIR\gwscope-window.exe,0"
	WriteRegStr HKCU "${CLASSES}\GWScope.Session\shell\open\command" "" '"$INSTDIR\gwscope-window.exe" "%1"'
	; Meshes keep the program that opens them; GWScope is one more under "Open with".
	WriteRegStr HKCU "${OPEN}" "FriendlyAppName" "GWScope"
	WriteRegStr HKCU "${OPEN}\shell\open\command" "" '"$INSTDIR\gwscope-window.exe" "%1"'
	!insertmacro Opens ".ply"
	!insertmacro Opens ".obj"
	!insertmacro Opens ".off"
	!insertmacro Opens ".stl"
	!insertmacro Opens ".glb"
	!insertmacro Opens ".gltf"
	!insertmacro Opens ".vtp"
	!insertmacro Opens ".vtk"

	WriteRegStr HKCU "${REMOVE}" "DisplayName" "GWScope"
	WriteRegStr HKCU "${REMOVE}" "DisplayVersion" "${VERSION}"
	WriteRegStr HKCU "${REMOVE}" "Publisher" "GWScope"
	WriteRegStr HKCU "${REMOVE}" "DisplayIcon" "$INSTDIR\gwscope-window.exe,0"
	WriteRegStr HKCU "${REMOVE}" "InstallLocation" "$INSTDIR"
	WriteRegStr HKCU "${REMOVE}" "UninstallString" '"$INSTDIR\uninstall.exe"'
	WriteRegStr HKCU "${REMOVE}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
	WriteRegDWORD HKCU "${REMOVE}" "EstimatedSize" ${KILOBYTES}
	WriteRegDWORD HKCU "${REMOVE}" "NoModify" 1
	WriteRegDWORD HKCU "${REMOVE}" "NoRepair" 1
	!insertmacro Tell
SectionEnd

Section "Uninstall"
	SetShellVarContext current
	; Only what was installed: the folder may hold a person's own files as well.
	!include "${REMOVALS}"
	Delete "$INSTDIR\uninstall.exe"
	RMDir "$INSTDIR"
	Delete "${PROGRAMS}\GWScope.lnk"
	Delete "${PROGRAMS}\GWScope command line.lnk"
	RMDir "${PROGRAMS}"
	ReadRegStr $0 HKCU "${CLASSES}\.gwscope" ""
	StrCmp $0 "GWScope.Session" 0 others
	DeleteRegKey HKCU "${CLASSES}\.gwscope"
others:
	DeleteRegKey HKCU "${CLASSES}\GWScope.Session"
	DeleteRegKey HKCU "${OPEN}"
	DeleteRegKey HKCU "${REMOVE}"
	DeleteRegKey HKCU "Software\GWScope"
	!insertmacro Tell
SectionEnd
