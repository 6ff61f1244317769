// Who may write where, by access list, and whether this process has more rights than its user.
#include <aclapi.h>
#include <fmt/format.h>
#include <sddl.h>
#include <windows.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "platform/files.hpp"
#include "platform/windows/handle.hpp"
#include "platform/windows/text.hpp"

namespace benchlab::platform {
namespace {

struct FreeLocal {
    void operator()(void* memory) const { LocalFree(memory); }
};

// Programs of accessibility aids run at this integrity level; MinGW has no name for it.
constexpr DWORD kMediumPlus = SECURITY_MANDATORY_MEDIUM_RID + 0x100;

// The rights by which code can be put into a file or folder, or the way to it be opened.
constexpr DWORD kWriteRights = FILE_WRITE_DATA | FILE_APPEND_DATA | FILE_DELETE_CHILD | DELETE |
                               WRITE_DAC | WRITE_OWNER | GENERIC_WRITE | GENERIC_ALL;

std::vector<std::byte> token_information(TOKEN_INFORMATION_CLASS what) {
    HANDLE raw = nullptr;
    if (OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &raw) == 0) return {};
    const Handle token(raw);
    DWORD size = 0;
    GetTokenInformation(token.get(), what, nullptr, 0, &size);
    std::vector<std::byte> buffer(size);
    if (size == 0 || GetTokenInformation(token.get(), what, buffer.data(), size, &size) == 0) {
        return {};
    }
    return buffer;
}

using Sid = std::vector<std::byte>;

Sid copy_of(PSID sid) {
    if (sid == nullptr || IsValidSid(sid) == 0) return {};
    const auto* bytes = static_cast<const std::byte*>(sid);
    return Sid(bytes, bytes + GetLengthSid(sid));
}

std::string name_of(PSID sid) {
    wchar_t name[256];
    wchar_t domain[256];
    DWORD name_size = 256;
    DWORD domain_size = 256;
    SID_NAME_USE use{};
    if (LookupAccountSidW(nullptr, sid, name, &name_size, domain, &domain_size, &use) != 0) {
        return to_utf8(name);
    }
    wchar_t* text = nullptr;
    if (ConvertSidToStringSidW(sid, &text) == 0) return "an unknown account";
    const std::unique_ptr<wchar_t, FreeLocal> owned(text);
    return to_utf8(text);
}

// Owner and access list of a file; both point into `memory`.
struct Security {
    std::unique_ptr<void, FreeLocal> memory;
    PSID owner = nullptr;
    PACL list = nullptr;
    DWORD reason = ERROR_SUCCESS;
};

Security security_of(const std::filesystem::path& path) {
    Security out;
    PSECURITY_DESCRIPTOR memory = nullptr;
    std::wstring name = path.wstring();
    out.reason = GetNamedSecurityInfoW(name.data(), SE_FILE_OBJECT,
                                       OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION,
                                       &out.owner, nullptr, &out.list, nullptr, &memory);
    out.memory.reset(memory);
    return out;
}

std::vector<Sid> trusted_accounts(const std::filesystem::path& trusted_like) {
    std::vector<Sid> out;
    for (const WELL_KNOWN_SID_TYPE type : {WinBuiltinAdministratorsSid, WinLocalSystemSid}) {
        Sid sid(SECURITY_MAX_SID_SIZE);
        DWORD size = SECURITY_MAX_SID_SIZE;
        if (CreateWellKnownSid(type, nullptr, sid.data(), &size) != 0) {
            out.push_back(copy_of(sid.data()));
        }
    }
    // TrustedInstaller, which owns what belongs to the system.
    PSID installer = nullptr;
    if (ConvertStringSidToSidW(L"S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464",
                               &installer) != 0) {
        const std::unique_ptr<void, FreeLocal> owned(installer);
        out.push_back(copy_of(installer));
    }
    auto user = token_information(TokenUser);
    if (!user.empty()) {
        out.push_back(copy_of(reinterpret_cast<TOKEN_USER*>(user.data())->User.Sid));
    }
    if (!trusted_like.empty()) out.push_back(copy_of(security_of(trusted_like).owner));
    return out;
}

// The account other than the trusted ones that the list lets write; nullptr when there is none.
PSID foreign_writer(PACL list, const std::vector<Sid>& trusted) {
    for (WORD i = 0; i < list->AceCount; ++i) {
        void* entry = nullptr;
        if (GetAce(list, i, &entry) == 0) continue;
        auto* allowed = static_cast<ACCESS_ALLOWED_ACE*>(entry);
        if (allowed->Header.AceType != ACCESS_ALLOWED_ACE_TYPE) continue;
        if ((allowed->Header.AceFlags & INHERIT_ONLY_ACE) != 0) continue;
        if ((allowed->Mask & kWriteRights) == 0) continue;
        PSID account = &allowed->SidStart;
        if (std::find(trusted.begin(), trusted.end(), copy_of(account)) == trusted.end()) {
            return account;
        }
    }
    return nullptr;
}

}  // namespace

bool is_elevated() {
    auto elevation = token_information(TokenElevation);
    if (!elevation.empty() &&
        reinterpret_cast<TOKEN_ELEVATION*>(elevation.data())->TokenIsElevated != 0) {
        return true;
    }
    auto label = token_information(TokenIntegrityLevel);
    if (label.empty()) return false;
    PSID level = reinterpret_cast<TOKEN_MANDATORY_LABEL*>(label.data())->Label.Sid;
    const DWORD last = static_cast<DWORD>(*GetSidSubAuthorityCount(level)) - 1;
    return *GetSidSubAuthority(level, last) > kMediumPlus;
}

bool has_admin_rights() {
    return is_elevated();
}

std::optional<std::string> untrusted_reason(const std::filesystem::path& path,
                                            const std::filesystem::path& trusted_like) {
    // Without more rights than the user's, there is nothing to gain by planting a library.
    if (!is_elevated()) return std::nullopt;
    const Security security = security_of(path);
    if (security.reason != ERROR_SUCCESS) {
        return fmt::format("it cannot be looked at: {}", system_message(security.reason));
    }
    const std::vector<Sid> trusted = trusted_accounts(trusted_like);
    if (std::find(trusted.begin(), trusted.end(), copy_of(security.owner)) == trusted.end()) {
        return fmt::format("it belongs to {}, neither to an administrator nor to you",
                           name_of(security.owner));
    }
    if (security.list == nullptr) return "every user can write to it";
    const PSID writer = foreign_writer(security.list, trusted);
    if (writer == nullptr) return std::nullopt;
    return fmt::format("{} can write to it", name_of(writer));
}

}  // namespace benchlab::platform
